import { basename } from 'node:path';
import { expect, it } from 'vitest';
import { exportsOf, isForTests, PACKAGES, type Source, sourcesUnder } from './source-tree.ts';

/**
 * Words that no exported name, no file name and no member of a type may contain, because nobody outside of the project
 * searches for them (docs/style.md).
 */
const BANNED: ReadonlySet<string> = new Set(
  (
    'tell tells told ask asks asked asker keep keeps kept placed decided listed unlisted aside handed ' +
    'neighbour neighbours neighbourhood alike remember remembered turns paces bites given wanted shown looked brought ' +
    'noted wakes silence house housekeeping gone hide hidden beside alone sought gathered spoken whose ' +
    'whoever nobody somebody everybody wish wishes door doors patience surroundings'
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

/** Members of a message, a configuration file or a table, which have the name that they have there. */
const EXTERNAL_MEMBERS: ReadonlySet<string> = new Set(['alike', 'ask', 'asked', 'decidedAt', 'keepAlive']);

it('members of types contain no banned word', () => {
  const violations = PACKAGES.flatMap(sourcesUnder)
    .filter(({ path }) => !isForTests(path))
    .flatMap((source) =>
      membersOf(source)
        .filter((name) => !EXTERNAL_MEMBERS.has(name) && wordsOf(name).some((word) => BANNED.has(word)))
        .map((name) => `${source.path}: ${name}`),
    );
  expect(violations, 'Take the term of the payments field or of TypeScript').toEqual([]);
});

/** Returns the names of properties and methods in interfaces and object types, without those in snake case. */
function membersOf({ nodes }: Source): string[] {
  return nodes
    .filter(({ type }) => type === 'TSPropertySignature' || type === 'TSMethodSignature')
    .map(({ key }) => (key as { name?: string }).name ?? '')
    .filter((name) => !name.includes('_'));
}

/** Returns the words of a name: `toldEvents`, `TOLD_EVENTS` and `told-events` consist of told and events. */
function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);
}
