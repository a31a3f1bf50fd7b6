import { beforeAll, describe, expect, it } from 'vitest';
import { allFiles, read } from './source-tree.ts';

const DICTIONARY = 'packages/repository/words.txt';
const CHECKED = /\.(md|ts|tsx|mjs|css|sql|yml)$/;

describe('the dictionary of the spelling check', () => {
  let words: readonly string[];

  beforeAll(() => {
    words = read(DICTIONARY).trimEnd().split('\n');
  });

  it('has one lowercase word on each line, in alphabetical order', () => {
    expect(words.filter((word) => !/^[a-z]+$/.test(word))).toEqual([]);
    expect(words).toEqual([...new Set(words)].sort());
  });

  it('has no word that no checked file uses', () => {
    const used = new Set(
      allFiles()
        .filter((path) => CHECKED.test(path))
        .flatMap((path) => wordsOf(read(path))),
    );
    const unused = words.filter((word) => !used.has(word));
    expect(unused, `Remove it from ${DICTIONARY}`).toEqual([]);
  });
});

/** The words of a text as cspell sees them: `getIbanNumber` has the words get, iban and number. */
function wordsOf(text: string): string[] {
  const whole = text.split(/[^A-Za-z]+/);
  const parts = whole.flatMap((word) => word.split(/(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/));
  return [...new Set([...whole, ...parts])].map((word) => word.toLowerCase());
}
