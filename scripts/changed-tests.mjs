// Finds the tests of a change for `npm test -- --changed`. Vitest has such an option, but tests run built files, and
// nearly all of them start a whole server: by its graph every test reaches every source of the server.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { filesUnder, root } from './prepare.mjs';

/** Matches what a file takes from another one, statically or by a call. */
const IMPORT =
  /\b(import|export)\s+(?:(type)\s+)?(\{[^}]*\}|[^'"{};]*?)\s*from\s*['"]([^'"\n]+)['"]|\bimport\s*\(?\s*['"]([^'"\n]+)['"]/g;
const DECLARATION = /^export\s+(?:default\s+)?(?:async\s+)?(?:const|let|function\*?|class|enum)\s+(\w+)/gm;
const ENTRIES = {
  '@cardwright/contract': 'packages/contract/src/index.ts',
  '@cardwright/embedded-postgres': 'packages/embedded-postgres/src/index.ts',
  '@cardwright/sdk': 'packages/sdk/src/index.ts',
  '@cardwright/server': 'packages/server/src/entry-points.ts',
};
const INTERNAL = '@cardwright/server/internal/';

/** Files that differ from a revision, as paths from the root. Files that Git does not know yet count too. */
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
  const reached = new Set(changed);
  // a set also visits what is added on the way
  for (const file of reached) for (const importer of importers.get(file) ?? []) reached.add(importer);
  const folders = changed.filter((file) => sources.has(file) && !isTest(file) && !isFixture(file)).map(folderOf);
  if (changed.some((file) => !sources.has(file))) folders.push('packages/repository/src');
  return [...sources.keys()].filter((file) => isTest(file) && (reached.has(file) || folders.includes(folderOf(file))));
}

/** Every source under packages, with what it imports and exports. */
export function readSources() {
  const paths = filesUnder(path.join(root, 'packages'))
    .map((file) => path.relative(root, file).replaceAll(path.sep, '/'))
    .filter((file) => /^packages\/[\w-]+\/src\/.+\.(?:tsx?|mjs)$/.test(file));
  return new Map(paths.map((file) => [file, sourceOf(file, fs.readFileSync(path.join(root, file), 'utf8'))]));
}

function sourceOf(file, text) {
  const imports = [];
  const reexports = [];
  for (const [, keyword, isType, clause, from, called] of text.matchAll(IMPORT)) {
    const target = resolve(file, from ?? called);
    const names = namesOf(clause);
    // the compiler erases types, and the type check covers them
    if (target === undefined || isType !== undefined || names?.length === 0) continue;
    (keyword === 'export' ? reexports : imports).push({ target, names });
  }
  return { imports, reexports, declared: new Set(Array.from(text.matchAll(DECLARATION), ([, name]) => name)) };
}

function resolve(file, specifier) {
  if (specifier.startsWith('.')) return path.posix.join(path.posix.dirname(file), specifier);
  if (specifier.startsWith(INTERNAL)) return `packages/server/src/${specifier.slice(INTERNAL.length)}.ts`;
  return ENTRIES[specifier];
}

/** The names that a clause takes from the other file; undefined stands for all of them. */
function namesOf(clause) {
  if (!clause?.startsWith('{')) return undefined;
  const parts = clause
    .slice(1, -1)
    .split(',')
    .map((part) => part.trim());
  return parts.filter((part) => part && !part.startsWith('type ')).map((part) => part.split(/\s+as\s+/)[0]);
}

/** The importers of each file. An import through an index.ts leads to the file that declares the name. */
function importersOf(sources) {
  const importers = new Map();
  for (const [file, { imports, reexports }] of sources) {
    // what an index.ts passes on, it does not use
    const used = isIndex(file) ? imports : [...imports, ...reexports];
    for (const { target, names } of used) {
      // what fixtures start and write is part of nearly every test, and the subject of none
      if (isFixture(file) && !isFixture(target)) continue;
      const origins = names?.flatMap((name) => originOf(sources, target, name) ?? []) ?? [];
      for (const origin of new Set([target, ...origins]))
        importers.set(origin, [...(importers.get(origin) ?? []), file]);
    }
  }
  return importers;
}

/** The file that declares a name which another one exports. */
function originOf(sources, file, name) {
  const source = sources.get(file);
  if (source === undefined || source.declared.has(name)) return source && file;
  for (const { target, names } of source.reexports) {
    if (names === undefined || names.includes(name)) {
      const origin = originOf(sources, target, name);
      if (origin !== undefined) return origin;
    }
  }
  return undefined;
}
