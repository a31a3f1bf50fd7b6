import { setTimeout as sleep } from 'node:timers/promises';
import {
  beginRotation,
  type Deployment,
  destroyUnusedContentKeys,
  drainRotation,
  generateKeyFile,
  type KeyDeps,
  NO_THROTTLE,
  type Rotation,
  readRotations,
  removeRetiredKeys,
  stopRotations,
} from '@cardwright/server';
import type { Command } from 'commander';
import { print, printMessage } from './output/print.ts';
import { withDeployment } from './with-deployment.ts';

/** Shorter than the servers' pause, because a person waits for the result of --wait. */
const PAUSE_MS = 20;
const POLL_INTERVAL_MS = 500;

interface RotateOptions {
  data?: boolean;
  lookup?: boolean;
  master?: boolean;
  content?: boolean;
  stop?: boolean;
  resume?: boolean;
  finish?: boolean;
  wait?: boolean;
  json?: true;
}

/** Generates a key file. */
export async function generate(file: string | undefined, { json }: { json?: true }, command: Command): Promise<void> {
  const path = file ?? process.env.CARDWRIGHT_KEY_FILE;
  if (path === undefined || path === '') return command.error('error: specify a file, or set CARDWRIGHT_KEY_FILE');
  await generateKeyFile(path);
  print(json ? JSON.stringify({ file: path }) : path);
  printMessage('Copy this file to every server, and store a copy separately from the database backups.');
}

/** Starts, pauses, continues or finishes rotations. */
export async function rotate(options: RotateOptions, command: Command): Promise<void> {
  const actions = (['data', 'lookup', 'master', 'content', 'stop', 'resume', 'finish'] as const).filter(
    (name) => options[name],
  );
  if (actions.length > 1) return command.error(`error: --${actions[0]} and --${actions[1]} cannot be used together`);
  await withDeployment(async (deployment) => {
    const deps = await keyDeps(deployment);
    const messages: string[] = [];
    const report = options.json ? (line: string) => void messages.push(line) : print;
    try {
      await act(deps, actions[0] ?? 'data', report);
      if (options.wait) await waitForAll(deps, report);
    } finally {
      // Report the completed steps even if a later step failed.
      if (options.json) print(JSON.stringify({ done: messages }));
    }
  });
}

async function keyDeps({ database, vault, clock, actor, requestId }: Deployment): Promise<KeyDeps> {
  return { database, vault: await vault(), by: { actor, requestId, now: () => clock.now() } };
}

const KINDS = { data: 'DATA', lookup: 'LOOKUP', master: 'MASTER', content: 'CONTENT' } as const;

type Report = (line: string) => void;

async function act(deps: KeyDeps, action: string, report: Report): Promise<void> {
  if (action === 'stop' || action === 'resume') {
    const rotations = await stopRotations(deps, action === 'stop');
    return report(rotations.length === 0 ? `no rotations to ${action}` : `${action}: ${rotations.join(', ')}`);
  }
  if (action === 'finish') return await finish(deps, report);
  const kind = KINDS[action as keyof typeof KINDS];
  const version = await beginRotation(deps, kind);
  report(`${action} key ${version} created`);
  if (kind === 'LOOKUP' || kind === 'MASTER') {
    printMessage(
      `The key is in ${deps.vault.ring.source().path}. Copy that file to every server: the key takes effect when all servers have it.`,
    );
  }
}

async function finish(deps: KeyDeps, report: Report): Promise<void> {
  const { master, lookup } = await removeRetiredKeys(deps);
  const removed = [...master.map((version) => `master ${version}`), ...lookup.map((version) => `lookup ${version}`)];
  report(removed.length === 0 ? 'the key file has no keys to remove' : `removed: ${removed.join(', ')}`);
  const destroyed = await destroyUnusedContentKeys(deps);
  if (destroyed.length > 0) report(`destroyed: ${destroyed.map((version) => `content ${version}`).join(', ')}`);
}

/** Rotates together with the servers. If this command is interrupted, the servers continue. */
async function waitForAll(deps: KeyDeps, report: Report): Promise<void> {
  const { signal } = new AbortController();
  let lastLine = '';
  for (;;) {
    await deps.vault.ring.reread();
    await drainRotation(deps, { pauseMs: PAUSE_MS, throttle: NO_THROTTLE, signal });
    const open = (await readRotations(deps.database)).filter(({ state }) => state !== 'DONE');
    if (open.length === 0) return report('done');
    if (open.every((rotation) => rotation.is_stopped)) throw new Error('the rotation was stopped');
    const line = open.map(progressOf).join(', ');
    if (line !== lastLine) printMessage(line);
    lastLine = line;
    await sleep(POLL_INTERVAL_MS);
  }
}

function progressOf({ kind, key_version: version, state }: Rotation): string {
  const what =
    state === 'SPREADING'
      ? 'is waiting until every server has it (see "cardwright keys status")'
      : 'is replacing the previous key';
  return `${kind.toLowerCase()} key ${version} ${what}`;
}
