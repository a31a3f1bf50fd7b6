import { spawnSync } from 'node:child_process';
import { chmodSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runsAsRoot, unprivilegedAccount } from '@cardwright/embedded-postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dataFolder } from '../../../server/src/testing/system/server-process.ts';
import { copyRepository } from './repository-copy.ts';

let folder: string;
beforeAll(() => {
  folder = dataFolder();
  copyRepository(folder);
});
afterAll(() => {
  for (const place of folders()) chmodSync(place, 0o755);
  rmSync(folder, { recursive: true, force: true });
});

function folders(): string[] {
  const packages = join(folder, 'packages');
  return [folder, packages, ...readdirSync(packages).map((name) => join(packages, name))];
}

it('a read-only checkout without a build reports so in one sentence, with the command to run', () => {
  for (const place of folders().slice(2)) rmSync(join(place, 'dist'), { recursive: true, force: true });
  // Root may write everywhere, so the program starts under another account.
  for (const place of folders()) chmodSync(place, 0o555);
  const account = runsAsRoot() ? unprivilegedAccount() : undefined;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/start.mjs'], {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', HOME: '/nonexistent' },
    encoding: 'utf8',
    ...(account && { uid: account.uid, gid: account.gid }),
  });
  expect([status, stdout, stderr]).toEqual([
    1,
    '',
    `Cardwright cannot start from ${folder}. It is not built, and this account cannot write there: let its owner run ` +
      '"npm run build" after "npm ci", or start from your own copy.\n',
  ]);
});
