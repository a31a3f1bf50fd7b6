import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, isAbsolute, join } from 'node:path';
import { type Account, runsAsRoot, unprivilegedAccount } from '@cardwright/embedded-postgres';
import pg from 'pg';
import { vi } from 'vitest';
import { WITHIN } from '../within.ts';

const PROGRAMS = ['initdb', 'postgres', 'pg_dump', 'pg_restore', 'pg_basebackup'];
const OLDEST = 15;
const DEBIAN = '/usr/lib/postgresql';

/** Returns the folder of an installed PostgreSQL with the backup programs, which the embedded one lacks. */
export function installedPostgres(): string | undefined {
  const debian = existsSync(DEBIAN) ? readdirSync(DEBIAN).map((version) => join(DEBIAN, version, 'bin')) : [];
  const onPath = (process.env.PATH ?? '').split(delimiter).filter((folder) => isAbsolute(folder));
  return [...debian, ...onPath].find(
    (folder) => PROGRAMS.every((program) => existsSync(join(folder, program))) && versionOf(folder) >= OLDEST,
  );
}

/** Returns the major version, such as 15 of `postgres (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)`. */
function versionOf(folder: string): number {
  const versionText = execFileSync(join(folder, 'postgres'), ['--version'], { encoding: 'utf8' });
  return Number(/\) (\d+)/.exec(versionText)?.[1]);
}

export interface InstalledCluster {
  /** A folder of the database's account, deleted when it stops. */
  readonly folder: string;
  urlOf(name: string, owner?: string): string;
  /** Creates an empty database, which may belong to another login. Returns its URL, with the owner's login. */
  create(name: string, owner?: string): Promise<string>;
  /** Runs SQL as the superuser. */
  admin(sql: string): Promise<void>;
  run(program: 'pg_dump' | 'pg_restore' | 'pg_basebackup', ...words: string[]): void;
  stop(): Promise<void>;
}

const USER = 'cardwright';
/** Fails during recovery, because a restored database answers queries before it has all its data. */
const IS_PRIMARY = `do $$ begin if pg_is_in_recovery() then raise 'not yet'; end if; end $$`;

interface ClusterOptions {
  /** Settings as `name=value`; they may refer to the cluster's folder. */
  readonly settings?: (folder: string) => readonly string[];
  /** Fills the data folder; by default a new cluster is created. */
  readonly fill?: (data: string) => void;
}

/** Starts a cluster of the installed PostgreSQL, on a socket in its own folder. Waits until it accepts writes. */
export async function startInstalledPostgres(
  programs: string,
  { settings = () => [], fill }: ClusterOptions = {},
): Promise<InstalledCluster> {
  const account: Account | undefined = runsAsRoot() ? unprivilegedAccount() : undefined;
  const as = account === undefined ? {} : { uid: account.uid, gid: account.gid };
  const folder = mkdtempSync(join(tmpdir(), 'cardwright-installed-'));
  const data = join(folder, 'data');
  mkdirSync(data, { mode: 0o700 });
  fill?.(data);
  if (account !== undefined) execFileSync('chown', ['-R', `${account.uid}:${account.gid}`, folder]);
  const options = { ...as, cwd: folder, stdio: 'ignore' } as const;
  if (fill === undefined) {
    execFileSync(join(programs, 'initdb'), ['-D', data, '-U', USER, '-A', 'trust', '-E', 'UTF8', '--no-sync'], options);
  }
  const parameters = ['listen_addresses=', ...settings(folder)].flatMap((setting) => ['-c', setting]);
  const server = spawn(join(programs, 'postgres'), ['-D', data, '-k', folder, ...parameters], options);
  const admin = async (sql: string) => {
    const client = new pg.Client({ host: folder, user: USER, database: 'postgres' });
    await client.connect();
    await client.query(sql).finally(() => client.end());
  };
  await vi.waitFor(() => admin(IS_PRIMARY), WITHIN);
  const urlOf = (name: string, owner = USER) =>
    `postgres://${owner}@localhost/${name}?host=${encodeURIComponent(folder)}`;
  return {
    folder,
    urlOf,
    admin,
    create: async (name, owner = USER) => {
      await admin(`create database ${name} owner ${owner}`);
      return urlOf(name, owner);
    },
    run: (program, ...words) => {
      execFileSync(join(programs, program), words);
    },
    stop: () => stop(server).finally(() => rmSync(folder, { recursive: true, force: true })),
  };
}

async function stop(server: ChildProcess): Promise<void> {
  const close = new Promise((resolve) => server.once('close', resolve));
  server.kill('SIGINT');
  await close;
}
