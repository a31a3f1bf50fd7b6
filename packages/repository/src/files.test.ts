import { basename, dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { allFiles, functionsOf, isCode, isForTests, isTest, lineCount, read, SERVER, source } from './source-tree.ts';

/** The most source files at one level of a folder, tests included. */
const MAX_FILES_OF_FOLDER = 40;
const LONGEST_FILE = 350;
const LONGEST_TEST = 900;
const LONGEST_FUNCTION = 70;
/** The number of non-null assertions in the shipped code. It may only shrink. */
const MAX_NON_NULL = 75;

/**
 * Files and functions that exceed the limits, with their sizes. An entry may only shrink, and is removed when it is
 * within the limits.
 */
const LARGER_FILES: Record<string, number> = {};
const LARGER_FUNCTIONS: Record<string, number> = {
  'packages/proof/src/failover/patroni-cluster.ts startPatroni': 81,
};

const code = allFiles().filter(isCode);
const texts = allFiles().filter((path) => /\.(ts|mjs|json|sql|md|yml|yaml)$|^\.ci\/|LICENSE/.test(path));

describe('files', () => {
  it('have names in kebab-case that state their content', () => {
    const vague = /^(.*-)?(service|services|util|utils|helper|helpers|types|common|misc|manager)\.(ts|mjs)$/;
    const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z]+)*\.(ts|mjs)$/;
    expect(
      code.filter((path) => vague.test(basename(path)) || !kebab.test(basename(path))),
      'Name it for what it holds: docs/style.md, Names',
    ).toEqual([]);
  });

  it('share a folder with few others', () => {
    const counts = new Map<string, number>();
    for (const path of code) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
    const crowded = [...counts].filter(([, count]) => count > MAX_FILES_OF_FOLDER);
    expect(crowded, 'Group some of them in a folder').toEqual([]);
  });

  it('stay short', () => {
    const long = code
      .map((path) => [path, lineCount(read(path))] as const)
      .filter(([path, lines]) => lines > (isTest(path) ? LONGEST_TEST : LONGEST_FILE));
    expectNoLarger(long, LARGER_FILES);
  });

  it('contain only short functions', () => {
    const long = code
      .filter((path) => !isTest(path) && !path.startsWith(`${SERVER}/testing/`))
      .flatMap((path) => functionsOf(source(path)).map(({ name, lines }) => [`${path} ${name}`, lines] as const))
      .filter(([, lines]) => lines > LONGEST_FUNCTION);
    expectNoLarger(long, LARGER_FUNCTIONS);
  });

  it('contain no note for later work, and skip no test', () => {
    const later = /\b(TODO|FIXME|XXX)\b/;
    const leftOut = /\b(it|test|describe|suite)\.(skip|todo|only|fails|skipIf|runIf)\b|\bctx\.skip\(/;
    // This file contains the words that it searches for.
    const others = texts.filter(
      (path) => path !== 'package-lock.json' && !path.endsWith('repository/src/files.test.ts'),
    );
    const violations = others.filter((path) => later.test(read(path)) || (isCode(path) && leftOut.test(read(path))));
    expect(violations, 'Do it now, or open an issue; run every test').toEqual([]);
  });

  it("contain no path of a developer's machine", () => {
    const places = ['work', 'root', 'home', 'Users'].map((folder) => `/${folder}/`);
    const violations = texts.flatMap((path) =>
      read(path)
        .split('\n')
        .filter((line) => places.some((place) => new RegExp(`(^|[\\s"'\`(=:])${place}[\\w.-]`).test(line)))
        .map((line) => `${path}: ${line.trim().slice(0, 120)}`),
    );
    expect(violations, 'Write a path from the root of the repository').toEqual([]);
  });

  it('rarely assert that a value exists: types state it', () => {
    const asserted = code
      .filter((path) => path.startsWith('packages/') && !isForTests(path))
      .flatMap((path) =>
        source(path)
          .nodes.filter(({ type }) => type === 'TSNonNullExpression')
          .map(() => path),
      );
    expect(
      asserted.length,
      'Say it by a type, or take `required` of kernel/, which says what is missing',
    ).toBeLessThanOrEqual(MAX_NON_NULL);
  });
});

/** Expects exactly the listed entries, none of them larger than before. */
function expectNoLarger(long: readonly (readonly [string, number])[], allowed: Record<string, number>): void {
  const sizes = Object.fromEntries(long);
  expect(Object.keys(sizes).sort(), 'Cut it into parts that have names').toEqual(Object.keys(allowed).sort());
  const grown = long.filter(([name, lines]) => lines > (allowed[name] ?? 0));
  expect(grown, 'What is listed may only shrink').toEqual([]);
}
