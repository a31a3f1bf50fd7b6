import { Message } from '@cardwright/iso8583';
import { describe, expect, it } from 'vitest';
import { toResponseCode1987 } from './action-codes-1993.ts';
import { toMessage1987 } from './request-1993.ts';

const REQUEST = new Message('1100', {
  2: '4000001234567899',
  3: '000000',
  4: '000000002500',
  11: '000042',
  12: '261120120000',
  14: '3012',
  22: '210101213141',
  24: '100',
  26: '5411',
  32: '123456',
  37: '632411110001',
  41: 'TERM0001',
  42: 'SHOP00000000001',
  43: 'TEST SHOP\\Sheikh Zayed Road\\Dubai\\0000000000   ARE',
  49: '784',
});

describe('a message of 1993', () => {
  it('has the fields of 1987', () => {
    expect(toMessage1987(REQUEST)).toEqual(
      new Message('0100', {
        2: '4000001234567899',
        3: '000000',
        4: '000000002500',
        7: '1120120000',
        11: '000042',
        12: '120000',
        13: '1120',
        14: '3012',
        18: '5411',
        22: '021',
        25: '00',
        32: '123456',
        37: '632411110001',
        41: 'TERM0001',
        42: 'SHOP00000000001',
        43: 'TEST SHOP              Dubai          AE',
        49: '784',
      }),
    );
  });

  it.each([
    ['1101', '0101'],
    ['1121', '0121'],
    ['1220', '0220'],
    ['1421', '0421'],
    ['1804', '0800'],
    ['1805', '0801'],
    ['1814', '0810'],
    ['1644', '0644'],
  ])('%s is %s', (mti, expected) => {
    expect(toMessage1987(new Message(mti)).mti).toBe(expected);
  });

  it.each([
    ['chip', '210101513141', '051', '00'],
    ['e-commerce', '000050600000', '012', '59'],
    ['telephone', '600030600000', '012', '08'],
    ['recurring', '600040000000', '002', '04'],
    ['contactless', 'A10101A1314C', '911', '00'],
  ])('field 22 of %s', (_use, field, mode, condition) => {
    const { 22: converted, 25: pointOfService } = toMessage1987(new Message('1100', { 22: field })).toObject();
    expect([converted, pointOfService]).toEqual([mode, condition]);
  });

  it('names its original by type, trace number, local time and acquirer', () => {
    const reversal = new Message('1420', { 24: '401', 4: '000000001500', 56: '110000004226112012000006123456' });
    expect(toMessage1987(reversal).toObject()).toEqual({
      4: '000000001500',
      90: `0100000042112012000000000123456${'0'.repeat(11)}`,
      95: `000000001500${'0'.repeat(30)}`,
    });
  });

  it.each([
    ['000', '00'],
    ['001', '00'],
    ['400', '00'],
    ['116', '51'],
    ['199', '05'],
  ])('action code %s is response code %s', (code, expected) => {
    expect(toResponseCode1987(code)).toBe(expected);
  });
});
