import { describe, expect, it } from 'vitest';
import { readReference, writeReference } from './retrieval-reference.ts';

describe('a retrieval reference', () => {
  it.each([
    ['632477000001', 632_477_000_001n],
    ['000000000000', 0n],
    ['            ', 1_000_000_000_000n],
    ['           0', 1_000_000_000_001n],
    ['ZZZZZZZZZZZZ', 6_582_953_005_840_035_280n],
  ])('%j is stored as a number of 63 bits and read back', (text, number) => {
    expect(readReference(text)).toBe(number);
    expect(number < 2n ** 63n).toBe(true);
    expect(writeReference(number)).toBe(text);
  });

  it.each([
    ['12', '000000000012'],
    ['ab12', 'AB12        '],
    ['A00000000001', 'A00000000001'],
  ])('%j is shown as %j', (text, rendering) => {
    expect(writeReference(readReference(text))).toBe(rendering);
  });

  it('with another character is refused', () => {
    expect(() => readReference('12-34')).toThrow('neither a digit nor a letter');
  });
});
