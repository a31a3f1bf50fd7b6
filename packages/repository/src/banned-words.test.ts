import { basename } from 'node:path';
import { expect, it } from 'vitest';
import { exportsOf, PACKAGES, sourcesUnder } from './source-tree.ts';

/**
 * Words that no exported name and no file name may have, because nobody outside of the project searches for them (docs/style.md), and
 * how many names still have each. A number only goes down.
 */
const REMAINING: Readonly<Record<string, number>> = {
  ...{
    alike: 1,
    ask: 16,
    asked: 11,
    asks: 12,
    beside: 3,
    decided: 1,
    gathered: 2,
    given: 9,
    hide: 1,
    house: 3,
    keep: 8,
    kept: 4,
  },
  ...{
    listed: 15,
    looked: 7,
    neighbours: 2,
    nobody: 1,
    noted: 1,
    shown: 13,
    tell: 6,
    told: 23,
    turns: 4,
    unlisted: 1,
    wanted: 1,
  },
};
const BANNED = [
  ...[
    'tell',
    'tells',
    'told',
    'ask',
    'asks',
    'asked',
    'asker',
    'keep',
    'keeps',
    'kept',
    'placed',
    'decided',
    'listed',
    'unlisted',
  ],
  ...[
    'aside',
    'handed',
    'neighbour',
    'neighbours',
    'alike',
    'remember',
    'remembered',
    'turns',
    'paces',
    'bites',
    'given',
  ],
  ...[
    'wanted',
    'shown',
    'looked',
    'brought',
    'noted',
    'wakes',
    'silence',
    'house',
    'housekeeping',
    'gone',
    'hide',
    'hidden',
  ],
  ...['beside', 'alone', 'sought', 'gathered', 'spoken', 'whose', 'whoever', 'nobody', 'somebody', 'everybody'],
];

it('names of exports and files have no banned word', () => {
  const sources = PACKAGES.flatMap(sourcesUnder);
  const names = sources.flatMap((source) => [basename(source.path).replace(/\..*$/, ''), ...exportsOf(source)]);
  const words = names.flatMap((name) => [...new Set(wordsOf(name))]);
  const found = BANNED.map((word) => [word, words.filter((each) => each === word).length] as const);
  expect(
    Object.fromEntries(found.filter(([, count]) => count > 0)),
    'Take the term of the field or of TypeScript; after a renaming, lower the number',
  ).toEqual(REMAINING);
});

/** `toldEvents`, `TOLD_EVENTS` and `told-events` have the words told and events. */
function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);
}
