import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { allFiles, isTest, ROOT, read } from './source-tree.ts';

interface Workflow {
  readonly jobs: {
    readonly check: { readonly strategy: { readonly matrix: { readonly include: readonly { paths: string }[] } } };
  };
}

describe('.github/workflows/check.yml', () => {
  it('runs every test file in exactly one job', () => {
    const { jobs }: Workflow = parse(read('.github/workflows/check.yml'));
    const paths = jobs.check.strategy.matrix.include.map((job) => job.paths.split(' '));
    const wrong = allFiles()
      .filter((file) => file.startsWith('packages/') && isTest(file))
      .filter((file) => paths.filter((job) => job.some((path) => file.startsWith(path))).length !== 1);
    expect(paths.length).toBeGreaterThan(1);
    expect(wrong, 'Add its folder to one job of the matrix').toEqual([]);
  });

  it('checks each change with slow test files that exist', async () => {
    const { CI_TESTS } = await import(new URL('../../../scripts/ci-tests.mjs', import.meta.url).href);
    expect(CI_TESTS.length).toBeGreaterThan(10);
    expect(CI_TESTS.filter((file: string) => !(isTest(file) && existsSync(join(ROOT, file))))).toEqual([]);
  });
});
