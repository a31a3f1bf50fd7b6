import { Message } from '@cardwright/iso8583';
import { describe, expect, it } from 'vitest';
import { isAtTime, readOriginal, readReplacement, toBilling } from './original-data.ts';

describe('DE90', () => {
  it('names the original by message type, trace number, time and acquirer', () => {
    const message = new Message('0420', { 90: '010000471111200800000000012345600000000000' });
    expect(readOriginal(message)).toEqual({
      mti: '0100',
      systemTrace: 4711,
      at: '1120080000',
      time: 'transmission',
      acquirer: '123456',
    });
  });

  it('is optional', () => {
    expect(readOriginal(new Message('0420'))).toBeUndefined();
  });
});

it.each([
  ['20261120080000', true],
  ['20/11/26 08:00:00', true],
  ['08:00:00', true],
  ['20261120080001', false],
  ['08:00:01', false],
  // a message without a time matches no time
  ['', false],
  ['00', false],
])('a stored time of %j matches DE90: %j', (stored, isSame) => {
  expect(isAtTime(stored, '1120080000')).toBe(isSame);
});

describe('DE95', () => {
  it.each([
    ['000000001500000000000000C00000000C00000000', 1_500n],
    // zero is a full reversal
    ['000000000000000000000000C00000000C00000000', undefined],
    ['blank                                     ', undefined],
  ])('%j leaves %s', (value, amount) => {
    expect(readReplacement(new Message('0420', { 95: value }))).toBe(amount);
  });

  it('is optional', () => {
    expect(readReplacement(new Message('0420'))).toBeUndefined();
  });
});

describe('an actual amount in the currency of the account', () => {
  it.each([
    // EUR 10.00 was billed as AED 39.35, so EUR 4.00 are AED 15.74
    [400n, { transactionMinor: 1_000n, billingMinor: 3_935n }, 1_574n],
    [1n, { transactionMinor: 1_000n, billingMinor: 3_935n }, 4n],
    [1n, { transactionMinor: 2n, billingMinor: 1n }, 1n],
    [400n, { transactionMinor: 1_000n, billingMinor: 1_000n }, 400n],
    [400n, { transactionMinor: 0n, billingMinor: 0n }, 400n],
  ])('%s of %o is %s', (actual, original, billing) => {
    expect(toBilling(actual, original)).toBe(billing);
  });
});
