import { setTimeout as sleep } from 'node:timers/promises';
import {
  beginRotation,
  type Deployment,
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

/** The command works alone then: nobody waits for it but the traffic. */
const PAUSE_MS = 20;
const LOOK_AGAIN_MS = 500;

interface RotateOptions {
  data?: boolean;
  lookup?: boolean;
  master?: boolean;
  stop?: boolean;
  resume?: boolean;
  finish?: boolean;
  wait?: boolean;
}

export function registerKeys(program: Command): void {
  const keys = program.command('keys').description('keys that protect card numbers and secrets');
  keys
    .command('generate')
    .description('make a key file, readable by you alone; one that exists is left alone')
    .argument('[file]', 'where to; CARDWRIGHT_KEY_FILE without it')
    .action(generate);
  keys
    .command('rotate')
    .description('replace a key while traffic goes on; the servers do the work, in small batches')
    .addOption(new Option('--data', 'a new data key; everything sealed goes over to it (the default)'))
    .addOption(new Option('--lookup', 'a new lookup key, in the key file; both are searched meanwhile'))
    .addOption(new Option('--master', 'a new master key, in the key file; the data keys are wrapped by it'))
    .addOption(new Option('--stop', 'let what is under way rest'))
    .addOption(new Option('--resume', 'let what was stopped go on'))
    .addOption(new Option('--finish', 'take keys that are no longer needed out of the key file here'))
    .option('--wait', 'take part in the work, and return when it is done')
    .action(rotate);
  keys
    .command('status')
    .description('which keys there are, what lies under each, and how far a rotation is')
    .option('--json', 'one JSON object')
    .action((options: { json?: boolean }) => withDeployment((deployment) => showKeyStatus(deployment, options)));
}

async function generate(file: string | undefined, _options: unknown, command: Command): Promise<void> {
  const path = file ?? process.env.CARDWRIGHT_KEY_FILE;
  if (path === undefined || path === '') return command.error('error: name the file, or set CARDWRIGHT_KEY_FILE');
  await generateKeyFile(path);
  print(path);
  tell('Give every server this file, and keep a copy apart from the backups of the database.');
}

async function rotate(options: RotateOptions, command: Command): Promise<void> {
  const named = (['data', 'lookup', 'master', 'stop', 'resume', 'finish'] as const).filter((name) => options[name]);
  if (named.length > 1) return command.error(`error: --${named[0]} and --${named[1]} do not go together`);
  await withDeployment(async (deployment) => {
    const deps = await keyDeps(deployment);
    await act(deps, named[0] ?? 'data');
    if (options.wait) await waitForAll(deps);
  });
}

async function keyDeps({ database, vault, clock, actor, requestId }: Deployment): Promise<KeyDeps> {
  return { database, vault: await vault(), by: { actor, requestId, now: () => clock.now() } };
}

async function act(deps: KeyDeps, action: string): Promise<void> {
  if (action === 'stop' || action === 'resume') {
    const changed = await stopRotations(deps, action === 'stop');
    return print(changed.length === 0 ? `there is nothing to ${action}` : `${action}: ${changed.join(', ')}`);
  }
  if (action === 'finish') return await finish(deps);
  const kind = ({ data: 'DATA', lookup: 'LOOKUP', master: 'MASTER' } as const)[action as 'data' | 'lookup' | 'master'];
  const version = await beginRotation(deps, kind);
  print(`${action} key ${version} is made`);
  if (kind !== 'DATA') {
    tell(
      `It is in ${deps.vault.ring.source().path}: copy that file to every server. It comes into force when all have it.`,
    );
  }
}

async function finish(deps: KeyDeps): Promise<void> {
  const { master, lookup } = await removeRetiredKeys(deps);
  const removed = [...master.map((version) => `master ${version}`), ...lookup.map((version) => `lookup ${version}`)];
  print(removed.length === 0 ? 'the key file holds no key that is not needed' : `taken out: ${removed.join(', ')}`);
}

/** The servers work beside this. When it is interrupted, they go on. */
async function waitForAll(deps: KeyDeps): Promise<void> {
  const { signal } = new AbortController();
  let told = '';
  for (;;) {
    await deps.vault.ring.reread();
    await workOff(deps, { pauseMs: PAUSE_MS, signal });
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
  const what = state === 'SPREADING' ? 'waits until every server has it ("keys status" names them)' : 'is under way';
  return `${kind.toLowerCase()} key ${version} ${what}`;
}
