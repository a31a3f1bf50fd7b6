import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { explainSpawnFailure, runningAs } from './environment.ts';
import { type Log, USER } from './options.ts';
import type { Placement } from './placement.ts';

/**
 * Creates the cluster under another name and renames it when it is complete, so that an interrupted creation is never
 * used as a database. Only the owner of the place may call it, because it removes earlier attempts.
 */
export async function createClusterIfMissing(initdb: string, placement: Placement, log: Log): Promise<void> {
  const { place, dataPath, account } = placement;
  const draftPrefix = `${basename(dataPath)}.unfinished-`;
  for (const name of readdirSync(place)) {
    if (name.startsWith(draftPrefix)) {
      // An initdb that outlived its parent may still be writing there.
      rmSync(join(place, name), { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
    }
  }
  if (existsSync(dataPath)) return;

  log({ level: 'info', message: 'creating the database', detail: { dataPath } });
  const draft = join(place, `${draftPrefix}${randomUUID().slice(0, 8)}`);
  mkdirSync(draft, { mode: 0o700 });
  if (account) chownSync(draft, account.uid, account.gid);
  await runInitdb(initdb, draft, placement);
  renameSync(draft, dataPath);
  syncFolder(place);
}

async function runInitdb(initdb: string, target: string, { account }: Placement): Promise<void> {
  // With these settings, text sorts by code point on every machine and with every later C library.
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  // `trust` is safe because the socket directory guards access (see createSocketDirectory).
  const args = ['-D', target, '-U', USER, '--auth=trust', ...locale, '--no-instructions'];
  const child = spawn(initdb, args, { ...runningAs(account, target), stdio: ['ignore', 'pipe', 'pipe'] });
  const output: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => output.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => output.push(chunk));
  const failure = await new Promise<string | undefined>((resolve) => {
    child.once('error', (error) => resolve(explainSpawnFailure(error, 'initdb')));
    child.once('close', (code, signal) => resolve(code === 0 ? undefined : `initdb ended with ${signal ?? code}`));
  });
  if (failure === undefined) return;
  rmSync(target, { recursive: true, force: true });
  throw new Error(`Failed to create the database. ${failure}\n${Buffer.concat(output).toString().trim()}`.trim());
}

function syncFolder(folder: string): void {
  const descriptor = openSync(folder, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}
