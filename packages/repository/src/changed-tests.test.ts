import { describe, expect, it } from 'vitest';

const CHANGED_TESTS = new URL('../../../scripts/changed-tests.mjs', import.meta.url).href;
const { changedTests } = await import(/* @vite-ignore */ CHANGED_TESTS);

const SERVER = 'packages/server/src';
const source = (imports: string[], declared: string[] = [], reexports: string[] = []) => ({
  imports: [
    ...imports.map((target) => ({ target, isReexport: false, names: ['amount'] })),
    ...reexports.map((target) => ({ target, isReexport: true, names: ['*'] })),
  ],
  declared: new Set(declared),
});

describe('the tests of a change', () => {
  const sources = new Map([
    [`${SERVER}/money/amount.ts`, source([], ['amount'])],
    [`${SERVER}/money/rate.ts`, source([], ['rate'])],
    [`${SERVER}/money/index.ts`, source([], [], [`${SERVER}/money/rate.ts`, `${SERVER}/money/amount.ts`])],
    [`${SERVER}/money/through-server.test.ts`, source([`${SERVER}/testing/test-server.ts`])],
    [`${SERVER}/testing/test-server.ts`, source([`${SERVER}/money/index.ts`])],
    [`${SERVER}/cards/card.ts`, source([`${SERVER}/money/index.ts`], ['card'])],
    [`${SERVER}/cards/card.test.ts`, source([`${SERVER}/cards/card.ts`])],
    ['packages/repository/src/names.test.ts', source([])],
  ]);
  const testsOf = (file: string): string[] =>
    changedTests([file], sources).map((test: string) => test.replace(/.*\/src\//, ''));

  it('import the changed file, through other files or the index.ts of a folder, or are in its folder', () => {
    expect(testsOf(`${SERVER}/money/amount.ts`)).toEqual(['money/through-server.test.ts', 'cards/card.test.ts']);
  });

  it('do not include those that import another name from the same index.ts', () => {
    expect(testsOf(`${SERVER}/money/rate.ts`)).toEqual(['money/through-server.test.ts']);
  });

  it('do not include those that only a fixture leads to, unless the fixture itself changed', () => {
    expect(testsOf(`${SERVER}/cards/card.ts`)).toEqual(['cards/card.test.ts']);
    expect(testsOf(`${SERVER}/testing/test-server.ts`)).toEqual(['money/through-server.test.ts']);
  });

  it('are the repository rules for a file that is not a source', () => {
    expect(testsOf('docs/style.md')).toEqual(['names.test.ts']);
  });

  it('are read from the sources of this checkout', () => {
    const tests = changedTests([`${SERVER}/issuing/tokens/token.ts`]);
    expect(tests).toContain(`${SERVER}/issuing/tokens/token.test.ts`);
    expect(tests).not.toContain(`${SERVER}/acquiring/records/every-status.test.ts`);
  });
});
