import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dataFolder } from '../../../server/src/testing/system/server-process.ts';
import { copyRepository } from './repository-copy.ts';

const MAX_MS = 1_800_000;
let folder: string;
beforeAll(() => {
  folder = dataFolder();
  copyRepository(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(...args: string[]): { status: number | null; output: string } {
  const own = Object.entries(process.env).filter(([name]) => !/^(VITEST|TEST$|NODE_|npm_lifecycle)/.test(name));
  const environment = { ...Object.fromEntries(own), NO_COLOR: '1' };
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: folder,
    env: environment,
    encoding: 'utf8',
  });
  return { status, output: stdout + stderr };
}

describe('npm run new-operation', () => {
  it('refuses an existing name and an unknown capability, and writes nothing', () => {
    const duplicate = run('scripts/new-operation.mjs', 'cards', 'enquire-card');
    expect(duplicate.output).toContain('the name is taken: packages/contract/src/cards/enquire-card.ts\n');
    expect(duplicate.status).toBe(1);
    const unknown = run('scripts/new-operation.mjs', 'planes', 'enquire-limits');
    expect(unknown.status).toBe(1);
    expect(unknown.output).toContain('Capabilities: clients, accounts, cards');
  });

  it(
    'writes operations that compile, and only their own tests fail, with instructions',
    () => {
      const operations = [
        ['cards', 'enquire-limits', 'issuing/cards/enquire-limits.test.ts'],
        ['merchants', 'read-owner', 'acquiring/records/read-owner.test.ts'],
      ] as const;
      for (const [capability, name] of operations) {
        const { status, output } = run('scripts/new-operation.mjs', capability, name);
        expect(output).toContain(`${capability}.${name} exists and compiles. Complete, in this order:`);
        expect(status).toBe(0);
      }
      const { output } = run(
        join('node_modules', 'vitest', 'vitest.mjs'),
        'run',
        ...operations.map(([, , test]) => `packages/server/src/${test}`),
        'packages/repository/src',
        // Excludes slow tests, because this file is one of them.
        '--exclude=**/*.slow.test.ts',
        'packages/server/src/testing/golden-examples.test.ts',
        'packages/server/src/platform/http/isolation',
        'packages/server/src/platform/http/bad-input',
        'packages/server/src/platform/http/bad-rest-input',
        'packages/sdk/src/client/every-operation.test.ts',
      );
      const failed = [...output.matchAll(/^ FAIL {2}(\S+) > /gm)].map(([, file]) => file);
      expect(failed.sort(), output.slice(-20_000)).toEqual(
        operations.map(([, , test]) => `packages/server/src/${test}`).sort(),
      );
      expect(output).toMatch(/Tests {2}2 failed \| \d{3,} passed \(\d+\)/);
      for (const [capability, name] of operations) {
        expect(output).toContain(`Fill in ${capability}.${name}, then state here what it guarantees:`);
        expect(output).toContain(`packages/contract/src/${capability}/${name}.ts`);
      }
    },
    MAX_MS,
  );
});
