import { setTimeout as sleep } from 'node:timers/promises';
import {
  beginRotation,
  type Deployment,
  destroyUnusedContentKeys,
  GIVE_NO_WAY,
  generateKeyFile,
  type KeyDeps,
  type Rotation,
  readRotations,
  removeRetiredKeys,
  stopRotations,
  workOff,
} from '@cardwright/server';
import { type Command, Option } from 'commander';
import { showKeyStatus } from './key-status.ts';
import { print, tell, withDeployment } from './with-deployment.ts';

/** Shorter than the servers' pause: with --wait somebody is waiting for the result. */
const PAUSE_MS = 20;
const LOOK_AGAIN_MS = 500;

interface RotateOptions {
  data?: boolean;
  lookup?: boolean;
  master?: boolean;
  content?: boolean;
  stop?: boolean;
  resume?: boolean;
  finish?: boolean;
  wait?: boolean;
}

export function registerKeys(program: Command): void {
  const keys = program.command('keys').description('keys that protect card numbers and secrets');
  keys
    .command('generate')
    .description('make a key file that only you can read; an existing file is never replaced')
    .argument('[file]', 'path of the new file; default: CARDWRIGHT_KEY_FILE')
    .action(generate);
  keys
    .command('rotate')
    .description('replace a key during normal operation; the servers do the work in small batches')
    .addOption(new Option('--data', 'make a new data key and reseal everything with it (the default)'))
    .addOption(new Option('--lookup', 'make a new lookup key in the key file; meanwhile both keys are searched'))
    .addOption(new Option('--master', 'make a new master key in the key file and wrap the data keys with it'))
    .addOption(new Option('--content', 'make a new content key; repeats of earlier requests stay known'))
    .addOption(new Option('--stop', 'pause unfinished rotations'))
    .addOption(new Option('--resume', 'continue paused rotations'))
    .addOption(
      new Option(
        '--finish',
        'remove keys that nothing needs: from the key file on this machine, and replaced content keys',
      ),
    )
    .option('--wait', 'take part in the work, and return when it is done')
    .action(rotate);
  keys
    .command('status')
    .description('list the keys, the rows under each, and the progress of rotations')
    .option('--json', 'print one JSON object')
    .action((options: { json?: boolean }) => withDeployment((deployment) => showKeyStatus(deployment, options)));
}

async function generate(file: string | undefined, _options: unknown, command: Command): Promise<void> {
  const path = file ?? process.env.CARDWRIGHT_KEY_FILE;
  if (path === undefined || path === '') return command.error('error: give a file name, or set CARDWRIGHT_KEY_FILE');
  await generateKeyFile(path);
  print(path);
  tell('Copy this file to every server, and keep a copy separate from the database backups.');
}

async function rotate(options: RotateOptions, command: Command): Promise<void> {
  const named = (['data', 'lookup', 'master', 'content', 'stop', 'resume', 'finish'] as const).filter(
    (name) => options[name],
  );
  if (named.length > 1) return command.error(`error: --${named[0]} and --${named[1]} cannot be used together`);
  await withDeployment(async (deployment) => {
    const deps = await keyDeps(deployment);
    await act(deps, named[0] ?? 'data');
    if (options.wait) await waitForAll(deps);
  });
}

async function keyDeps({ database, vault, clock, actor, requestId }: Deployment): Promise<KeyDeps> {
  return { database, vault: await vault(), by: { actor, requestId, now: () => clock.now() } };
}

const KINDS = { data: 'DATA', lookup: 'LOOKUP', master: 'MASTER', content: 'CONTENT' } as const;

async function act(deps: KeyDeps, action: string): Promise<void> {
  if (action === 'stop' || action === 'resume') {
    const changed = await stopRotations(deps, action === 'stop');
    return print(changed.length === 0 ? `there is nothing to ${action}` : `${action}: ${changed.join(', ')}`);
  }
  if (action === 'finish') return await finish(deps);
  const kind = KINDS[action as keyof typeof KINDS];
  const version = await beginRotation(deps, kind);
  print(`${action} key ${version} is made`);
  if (kind === 'LOOKUP' || kind === 'MASTER') {
    tell(
      `It is in ${deps.vault.ring.source().path}: copy that file to every server. The key takes effect when all servers have it.`,
    );
  }
}

async function finish(deps: KeyDeps): Promise<void> {
  const { master, lookup } = await removeRetiredKeys(deps);
  const removed = [...master.map((version) => `master ${version}`), ...lookup.map((version) => `lookup ${version}`)];
  print(removed.length === 0 ? 'the key file has no keys to remove' : `removed: ${removed.join(', ')}`);
  const destroyed = await destroyUnusedContentKeys(deps);
  if (destroyed.length > 0) print(`destroyed: ${destroyed.map((version) => `content ${version}`).join(', ')}`);
}

/** Works together with the servers. If it is interrupted, they continue. */
async function waitForAll(deps: KeyDeps): Promise<void> {
  const { signal } = new AbortController();
  let told = '';
  for (;;) {
    await deps.vault.ring.reread();
    await workOff(deps, { pauseMs: PAUSE_MS, giveWay: GIVE_NO_WAY, signal });
    const open = (await readRotations(deps.database)).filter(({ state }) => state !== 'DONE');
    if (open.length === 0) return print('done');
    if (open.every((rotation) => rotation.is_stopped)) throw new Error('the rotation was stopped');
    const line = open.map(progressOf).join(', ');
    if (line !== told) tell(line);
    told = line;
    await sleep(LOOK_AGAIN_MS);
  }
}

function progressOf({ kind, key_version: version, state }: Rotation): string {
  const what =
    state === 'SPREADING' ? 'waits until every server has it (see "keys status")' : 'is replacing the old one';
  return `${kind.toLowerCase()} key ${version} ${what}`;
}
