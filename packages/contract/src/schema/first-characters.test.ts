import { describe, expect, it } from 'vitest';
import { firstCharacters } from './first-characters.ts';

describe('the first characters of a string', () => {
  it.each([
    ['', 3, ''],
    ['abc', 3, 'abc'],
    ['abcd', 3, 'abc'],
    ['ab😀d', 3, 'ab😀'],
    ['😀😀😀😀', 3, '😀😀😀'],
    ['a😀😀😀', 3, 'a😀😀'],
  ])('are complete code points: %j, %i', (text, most, first) => {
    expect(firstCharacters(text, most)).toBe(first);
  });
});
