// Finds the tests of a change for `npm test -- --changed`. Vitest has such an option, but tests run built files, and
// nearly all of them start a whole server: by its graph every test reaches every source of the server.
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { exportsOf, PACKAGES, sourcesUnder } from '../packages/repository/src/source-tree.ts';
import { root } from './prepare.mjs';

const ENTRIES = {
  '@cardwright/contract': 'packages/contract/src/index.ts',
  '@cardwright/embedded-postgres': 'packages/embedded-postgres/src/index.ts',
  '@cardwright/iso8583': 'packages/iso8583/src/index.ts',
  '@cardwright/sdk': 'packages/sdk/src/index.ts',
  '@cardwright/server': 'packages/server/src/entry-points.ts',
};

/** Returns the files that differ from a revision, as paths from the root. Untracked files are included. */
export function changedFiles(since = 'HEAD') {
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
  return [...new Set([...git('diff', '--name-only', since), ...git('ls-files', '--others', '--exclude-standard')])];
}

const folderOf = path.posix.dirname;
const isTest = (file) => file.endsWith('.test.ts');
const isIndex = (file) => file.endsWith('/index.ts') || file.endsWith('/entry-points.ts');
const isFixture = (file) => file.startsWith('packages/server/src/testing/');

/**
 * Returns the test files that a change reaches: tests that import a changed file, directly or through other files; tests
 * in the folder of a changed source, which run it in a server; and the rules of the repository for any other file.
 *
 * @example
 * changedTests(['packages/server/src/issuing/cards/card.ts']);
 * // ['packages/server/src/issuing/cards/card.test.ts', 'packages/server/src/issuing/cards/create-card.test.ts', ...]
 */
export function changedTests(changed, sources = readSources()) {
  const importers = importersOf(sources);
  const affected = new Set(changed);
  // A set also visits entries that are added during the loop.
  for (const file of affected) for (const importer of importers.get(file) ?? []) affected.add(importer);
  const folders = changed.filter((file) => sources.has(file) && !isTest(file) && !isFixture(file)).map(folderOf);
  if (changed.some((file) => !sources.has(file))) folders.push('packages/repository/src');
  return [...sources.keys()].filter((file) => isTest(file) && (affected.has(file) || folders.includes(folderOf(file))));
}

/**
 * Reads every source under packages, with its imports and exports. Ignores types, because the type check covers them.
 */
function readSources() {
  return new Map(
    PACKAGES.flatMap(sourcesUnder).map((source) => {
      const imports = source.imports
        .filter(({ typeOnly }) => !typeOnly)
        .map(({ specifier, file = ENTRIES[specifier], isReexport, names }) => ({ target: file, isReexport, names }));
      return [
        source.path,
        { imports: imports.filter(({ target }) => target), declared: new Set(exportsOf(source, 'values')) },
      ];
    }),
  );
}

/** Returns the importers of each file. An import through an index.ts counts for the file that declares the name. */
function importersOf(sources) {
  const importers = new Map();
  for (const [file, { imports }] of sources) {
    for (const { target, names, isReexport } of imports) {
      // An index.ts does not itself use what it re-exports.
      if (isReexport && isIndex(file)) continue;
      // Skips what fixtures import: nearly every test runs it, but no test is about it.
      if (isFixture(file) && !isFixture(target)) continue;
      const origins = names.flatMap((name) => originOf(sources, target, name) ?? []);
      for (const origin of new Set([target, ...origins]))
        importers.set(origin, [...(importers.get(origin) ?? []), file]);
    }
  }
  return importers;
}

/** Returns the file that declares a name which another file exports. */
function originOf(sources, file, name) {
  const source = sources.get(file);
  if (source === undefined || source.declared.has(name)) return source && file;
  for (const { target, names, isReexport } of source.imports) {
    if (isReexport && (names.includes('*') || names.includes(name))) {
      const origin = originOf(sources, target, name);
      if (origin !== undefined) return origin;
    }
  }
  return undefined;
}
