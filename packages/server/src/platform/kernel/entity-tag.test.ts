import { describe, expect, it } from 'vitest';
import { isMatched, readIfMatch } from './entity-tag.ts';

describe('If-Match', () => {
  it.each([
    ['"3"', ['"3"']],
    ['"2", "3"', ['"2"', '"3"']],
    [' "2",,"a,b" , W/"3",', ['"2"', '"a,b"', 'W/"3"']],
    ['""', ['""']],
    ['*', '*'],
    [' * ', '*'],
  ])('%s is read as RFC 9110 defines it', (text, read) => {
    expect(readIfMatch(text)).toEqual(read);
  });

  it.each(['', ',', '3', '"3', '"3" "4"', 'w/"3"', '*, "3"', '"3", x', '"a b"'])(
    '%j is neither a list of tags nor `*`',
    (text) => {
      expect(readIfMatch(text)).toBeUndefined();
    },
  );

  it('is read in linear time, however long and malformed it is', () => {
    const began = performance.now();
    for (const piece of [' ', ',', '"', ' ,', 'W/', '"a"'])
      expect(readIfMatch(`${piece.repeat(20_000)}x`)).toBeUndefined();
    expect(performance.now() - began).toBeLessThan(1_000);
  });

  it.each([
    ['"3"', true],
    ['"2", "3"', true],
    ['*', true],
    ['"2"', false],
    ['W/"3"', false],
    ['"03"', false],
    ['""', false],
  ])('%s matches version 3: %s', (text, isSo) => {
    expect(isMatched(text, 3)).toBe(isSo);
  });
});
