import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inject, vi } from 'vitest';
import { type ServerProcess, startServer } from './server-process.ts';

/** A first start takes a few seconds, and several times that on a busy machine. */
const PREPARED_WITHIN = { timeout: 300_000, interval: 100 };

/**
 * Starts a sandbox as `startServer` does. A folder that is empty becomes a copy of one in which a sandbox was started and
 * stopped, because the creation of the database takes most of the first start.
 */
export async function startSandbox(
  environment: Readonly<Record<string, string>> & { readonly CARDWRIGHT_DATA_DIR: string },
): Promise<ServerProcess> {
  const folder = environment.CARDWRIGHT_DATA_DIR;
  // if the tests run as root, the database runs under another account
  if (readdirSync(folder).length === 0) execFileSync('cp', ['-a', `${await preparedFolder()}/.`, folder]);
  return await startServer(environment);
}

/** Returns the folder of a stopped sandbox. The first test of the run that needs it creates it. */
async function preparedFolder(): Promise<string> {
  const run = dirname(inject('usedCardNumbers'));
  const [folder, ready] = [join(run, 'sandbox'), join(run, 'sandbox-is-ready')];
  try {
    mkdirSync(folder);
  } catch {
    await vi.waitUntil(() => existsSync(ready), PREPARED_WITHIN);
    return folder;
  }
  chmodSync(run, 0o755);
  const { child, ended } = await startServer({ CARDWRIGHT_DATA_DIR: folder });
  child.kill('SIGTERM');
  await ended;
  writeFileSync(ready, '');
  return folder;
}
