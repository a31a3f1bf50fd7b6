import { type ChildProcess, spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './index.ts';
import type { LogEvent } from './options.ts';
import { isPostmasterOf } from './postmaster-file.ts';

/** The timeout only ends tests that would hang forever. It measures nothing. */
const WITHIN = { timeout: 100_000, interval: 20 };
const STARTER = fileURLToPath(new URL('../testing/start-embedded-postgres.mjs', import.meta.url));

let root: string;
let dataDir: string;
let events: LogEvent[];
let started: EmbeddedPostgres[];
let children: ChildProcess[];

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'embedded postgres test ')));
  // Root's own folders have mode 0700, which the database's account cannot enter; another test covers that case.
  rmSync(root, { recursive: true });
  mkdirSync(root, { mode: 0o755 });
  dataDir = join(root, 'data');
  events = [];
  started = [];
  children = [];
});

afterEach(async () => {
  for (const postgres of started) await postgres.stop();
  for (const child of children) await killAndWait(child);
  // Takes over a server that a killed child left running, so that it can be stopped.
  if (children.length > 0) await (await start()).stop();
  rmSync(root, { recursive: true, force: true });
});

async function start(parameters: Record<string, string> = {}): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir, parameters, log: (event) => events.push(event) });
  started.push(postgres);
  return postgres;
}

function startInChild(...args: string[]): Promise<{ child: ChildProcess; postmaster: number; host: string }> {
  const child = spawn(process.execPath, [STARTER, dataDir, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  return new Promise((resolve, reject) => {
    child.stdout?.once('data', (line: Buffer) => resolve({ child, ...JSON.parse(line.toString()) }));
    child.once('exit', (code) => reject(new Error(`the child ended with ${code} before its database was ready`)));
  });
}

function killAndWait(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGKILL');
  });
}

async function query(postgres: EmbeddedPostgres, text: string): Promise<unknown[]> {
  const client = new pg.Client(postgres.connection);
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<unknown[]>({ text, rowMode: 'array' });
    return rows.flat();
  } finally {
    await client.end();
  }
}

/** Does not check with signal 0, which also finds a zombie process. */
function serves(pid: number): boolean {
  return isPostmasterOf(pid, join(dataDir, 'postgres-18'));
}

const messages = () => events.map(({ message }) => message);

test('a database is created, responds, and leaves no process, socket or claim behind when stopped', async () => {
  const postgres = await start({ work_mem: '5MB' });
  const pid = postgres.postmasterPid()!;
  expect(serves(pid)).toBe(true);
  const facts = 'select current_user, current_database(), pg_encoding_to_char(encoding), datlocale';
  expect(await query(postgres, `${facts} from pg_database where datname = current_database()`)).toEqual([
    'cardwright',
    'cardwright',
    'UTF8',
    'C.UTF-8',
  ]);
  const settings = ['work_mem', 'fsync', 'synchronous_commit', 'listen_addresses', 'data_checksums'];
  expect(await query(postgres, `select ${settings.map((name) => `current_setting('${name}')`).join(', ')}`)).toEqual([
    '5MB',
    'on',
    'on',
    '',
    'on',
  ]);
  expect(statSync(postgres.dataPath).mode & 0o777).toBe(0o700);
  expect(statSync(postgres.connection.host).mode & 0o777).toBe(0o700);

  await Promise.all([postgres.stop(), postgres.stop()]);

  expect(postgres.postmasterPid()).toBeUndefined();
  expect(serves(pid)).toBe(false);
  expect(existsSync(postgres.connection.host)).toBe(false);
  expect(existsSync(join(dirname(postgres.dataPath), 'postgres-owner.json'))).toBe(false);
});

test('data is available after the next start', async () => {
  const first = await start();
  await query(first, 'create table kept as select 7 as value');
  await first.stop();
  expect(await query(await start(), 'select value from kept')).toEqual([7]);
});

test('a killed server is restarted with all committed data', async () => {
  const postgres = await start();
  await query(postgres, 'create table kept as select 7 as value');
  const pid = postgres.postmasterPid()!;

  process.kill(pid, 'SIGKILL');

  await vi.waitFor(async () => expect(await query(postgres, 'select value from kept')).toEqual([7]), WITHIN);
  expect(postgres.postmasterPid()).not.toBe(pid);
  await vi.waitFor(() => expect(messages()).toContain('the database server was restarted and has recovered'), WITHIN);
});

test('a server that is killed during a long query restarts without waiting for the query', async () => {
  const postgres = await start();
  const long = query(postgres, "select count(*) from generate_series(1, 10000000000) n where md5(n::text) = ''");
  const broken = expect(long).rejects.toThrow();
  const active = "select count(*)::int from pg_stat_activity where state = 'active' and query like '%md5%'";
  await vi.waitFor(async () => expect(await query(postgres, active)).toEqual([2]), WITHIN);
  process.kill(postgres.postmasterPid()!, 'SIGKILL');
  await vi.waitFor(async () => expect(await query(postgres, 'select 1')).toEqual([1]), WITHIN);
  await broken;
});

test('stopping during a restart of the server leaves no server running', async () => {
  const postgres = await start();
  const before = postgres.postmasterPid()!;
  process.kill(before, 'SIGKILL');
  await vi.waitFor(() => expect(messages()).toContain('the database server ended unexpectedly'), WITHIN);
  await postgres.stop();
  expect(postgres.postmasterPid()).toBeUndefined();
  // Reads the id from the file, because a server that survived stop() would have a new process id.
  const file = join(postgres.dataPath, 'postmaster.pid');
  const lastPid = existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : 0;
  expect(serves(lastPid)).toBe(false);
});

test('a server whose Cardwright process was killed is adopted by the next one, with its data', async () => {
  const { child, postmaster, host } = await startInChild();
  await killAndWait(child);
  expect(serves(postmaster)).toBe(true);

  const postgres = await start();

  expect(serves(postmaster)).toBe(false);
  expect(postgres.postmasterPid()).not.toBe(postmaster);
  expect(await query(postgres, 'select 1')).toEqual([1]);
  expect(messages()).toContain('adopting a database server that was left running');
  expect(existsSync(host)).toBe(false);
});

test('a start recovers after both Cardwright and its server were killed', async () => {
  const { child, postmaster } = await startInChild();
  await killAndWait(child);
  process.kill(postmaster, 'SIGKILL');
  expect(await query(await start(), 'select 1')).toEqual([1]);
});

test('a stale file that names an unrelated live process affects neither the start nor that process', async () => {
  const first = await start();
  await first.stop();
  const bystander = spawn(process.execPath, ['-e', 'setInterval(() => {}, 60000)'], { stdio: 'ignore' });
  children.push(bystander);
  writeFileSync(join(first.dataPath, 'postmaster.pid'), `${bystander.pid}\n${first.dataPath}\n1\n5432\n/tmp\n\n`);

  expect(await query(await start(), 'select 1')).toEqual([1]);
  expect(bystander.exitCode ?? bystander.signalCode).toBeNull();
});

test('a second Cardwright on the same data directory is refused while the first runs', async () => {
  const { child, postmaster } = await startInChild();
  await expect(start()).rejects.toThrow(
    `Another Cardwright process (pid ${child.pid}) already uses the data directory ${dataDir}. ` +
      'Stop it first, or set CARDWRIGHT_DATA_DIR to another folder, or DATABASE_URL to a PostgreSQL of your own.',
  );
  expect(serves(postmaster)).toBe(true);
});

test('exactly one of several concurrent starts gets the database', async () => {
  const outcomes = await Promise.allSettled([start(), start(), start(), start()]);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await query(started[0]!, 'select 1')).toEqual([1]);
});

test('a process that exits without stopping its database does not leave it running', async () => {
  const { postmaster } = await startInChild('end-at-once');
  await vi.waitFor(() => expect(serves(postmaster)).toBe(false), WITHIN);
});

test('a database whose creation was interrupted is created again', async () => {
  const unfinished = join(dataDir, 'postgres-18.unfinished-1234');
  mkdirSync(unfinished, { recursive: true });
  writeFileSync(join(unfinished, 'PG_VERSION'), '18\n');
  expect(await query(await start(), 'select 1')).toEqual([1]);
  expect(existsSync(unfinished)).toBe(false);
});

test('a server that cannot start reports the message of PostgreSQL, and leaves no claim behind', async () => {
  await expect(start({ shared_buffers: 'plenty' })).rejects.toThrow(/failed to start[\s\S]*shared_buffers/);
  expect(await query(await start(), 'select 1')).toEqual([1]);
});

test('in a folder that only its user can enter, the data is stored where the server can reach it', async () => {
  const privateFolder = join(root, 'hidden');
  mkdirSync(privateFolder, { mode: 0o700 });
  dataDir = join(privateFolder, 'data');
  const postgres = await start();
  await query(postgres, 'create table kept as select 7 as value');
  await postgres.stop();
  const again = await start();
  expect(await query(again, 'select value from kept')).toEqual([7]);
  expect(statSync(again.dataPath).mode & 0o777).toBe(0o700);
  if (process.getuid?.() !== 0) {
    expect(again.dataPath).toBe(join(dataDir, 'postgres-18'));
    return;
  }
  const place = dirname(again.dataPath);
  expect(readFileSync(join(dataDir, 'postgres-location.txt'), 'utf8')).toBe(`${place}\n`);
  expect(place.startsWith(dataDir)).toBe(false);
  expect(statSync(place).mode & 0o777).toBe(0o700);
  expect(statSync(again.dataPath).uid).not.toBe(0);
  await again.stop();
  rmSync(place, { recursive: true });
  // An empty database in place of the lost one would hide the loss of data.
  await expect(start()).rejects.toThrow('does not exist or cannot be reached');
});
