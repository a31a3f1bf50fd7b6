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

/** The folder of a PostgreSQL of this machine that brings the programs for backups; the embedded one does not. */
export function installedPostgres(): string | undefined {
  const debian = existsSync(DEBIAN) ? readdirSync(DEBIAN).map((version) => join(DEBIAN, version, 'bin')) : [];
  const onPath = (process.env.PATH ?? '').split(delimiter).filter((folder) => isAbsolute(folder));
  return [...debian, ...onPath].find(
    (folder) => PROGRAMS.every((program) => existsSync(join(folder, program))) && versionOf(folder) >= OLDEST,
  );
}

/** `postgres (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)` is 15. */
function versionOf(folder: string): number {
  const told = execFileSync(join(folder, 'postgres'), ['--version'], { encoding: 'utf8' });
  return Number(/\) (\d+)/.exec(told)?.[1]);
}

export interface InstalledCluster {
  /** Belongs to the account of the database; gone when it is stopped. */
  readonly folder: string;
  urlOf(name: string, owner?: string): string;
  /** A database of this name, made empty; it may belong to another login. Its URL, with the owner's. */
  create(name: string, owner?: string): Promise<string>;
  /** Any SQL, as the superuser. */
  admin(sql: string): Promise<void>;
  run(program: 'pg_dump' | 'pg_restore' | 'pg_basebackup', ...words: string[]): void;
  stop(): Promise<void>;
}

const USER = 'cardwright';
/** What is restored answers before it has everything. */
const IS_PRIMARY = `do $$ begin if pg_is_in_recovery() then raise 'not yet'; end if; end $$`;

interface ClusterOptions {
  /** `name=value`, of the folder of the cluster. */
  readonly settings?: (folder: string) => readonly string[];
  /** Makes the data; without it, they are made new. */
  readonly fill?: (data: string) => void;
}

/** A cluster of that PostgreSQL, on a socket in a folder of its own. Waits until it can be written to. */
export async function startInstalled(
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
  const given = ['listen_addresses=', ...settings(folder)].flatMap((setting) => ['-c', setting]);
  const server = spawn(join(programs, 'postgres'), ['-D', data, '-k', folder, ...given], options);
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
  const ended = new Promise((resolve) => server.once('close', resolve));
  server.kill('SIGINT');
  await ended;
}
