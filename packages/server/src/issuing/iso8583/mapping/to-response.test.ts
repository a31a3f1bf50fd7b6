import { Message } from '@cardwright/iso8583';
import { describe, expect, it } from 'vitest';
import { classOf } from './message-class.ts';
import { toResponseCode } from './response-code.ts';
import { toResponse } from './to-response.ts';

describe('a response', () => {
  it('repeats the fields of the request, and adds its own', () => {
    const request = new Message('0101', {
      2: '4000001234567899',
      7: '1120080000',
      11: '000001',
      35: 'track',
      37: 'ABC         ',
      41: ' T1     ',
      52: 'pin',
      55: 'chip',
      63: 'private',
    });
    const fields = { responseCode: '00', approvalCode: '123456', settlementDate: '1120', reason: 'x'.repeat(30) };
    expect(toResponse(request, fields)).toEqual(
      new Message('0110', {
        2: '4000001234567899',
        7: '1120080000',
        11: '000001',
        15: '1120',
        37: 'ABC         ',
        38: '123456',
        39: '00',
        41: ' T1     ',
        44: 'x'.repeat(25),
      }),
    );
    const declined = toResponse(request, { responseCode: '51', approvalCode: '      ' });
    expect(declined?.fields).toEqual([2, 7, 11, 37, 39, 41]);
  });

  it('is absent for a type that has none', () => {
    expect(toResponse(new Message('0110'), { responseCode: '00' })).toBeUndefined();
  });
});

it.each([
  ['0100', 'authorization'],
  ['0101', 'authorization'],
  ['0200', 'authorization'],
  ['0120', 'advice'],
  ['0121', 'advice'],
  ['0220', 'completion'],
  ['0221', 'completion'],
  ['0400', 'reversal'],
  ['0401', 'reversal'],
  ['0420', 'reversal'],
  ['0421', 'reversal'],
  ['0800', 'network'],
  ['0801', 'network'],
  ['0810', 'response'],
  ['0102', undefined],
  ['0110', undefined],
  ['0300', undefined],
  ['1100', undefined],
])('%s is of class %s', (mti, expected) => {
  expect(classOf(mti)).toBe(expected);
});

it('a response code is the action code, unless the network has its own', () => {
  expect(toResponseCode('94', {})).toBe('94');
  expect(toResponseCode('94', { 94: '05' })).toBe('05');
});
