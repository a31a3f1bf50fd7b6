import { basename } from 'node:path';
import { expect, it } from 'vitest';
import { exportsOf, PACKAGES, sourcesUnder } from './source-tree.ts';

/**
 * Words that no exported name and no file name may contain, because nobody outside of the project searches for them
 * (docs/style.md).
 */
const BANNED: ReadonlySet<string> = new Set(
  (
    'tell tells told ask asks asked asker keep keeps kept placed decided listed unlisted aside handed ' +
    'neighbour neighbours alike remember remembered turns paces bites given wanted shown looked brought ' +
    'noted wakes silence house housekeeping gone hide hidden beside alone sought gathered spoken whose ' +
    'whoever nobody somebody everybody'
  ).split(' '),
);

it('names of exports and files contain no banned word', () => {
  const violations = PACKAGES.flatMap(sourcesUnder).flatMap((source) =>
    [basename(source.path).replace(/\..*$/, ''), ...exportsOf(source)]
      .filter((name) => wordsOf(name).some((word) => BANNED.has(word)))
      .map((name) => `${source.path}: ${name}`),
  );
  expect(violations, 'Take the term of the payments field or of TypeScript').toEqual([]);
});

/** Returns the words of a name: `toldEvents`, `TOLD_EVENTS` and `told-events` consist of told and events. */
function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);
}
