import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, isAbsolute, join } from 'node:path';
import { type Account, runsAsRoot, unprivilegedAccount } from '@cardwright/embedded-postgres';
import pg from 'pg';
import { vi } from 'vitest';
import { WITHIN } from './within.ts';

const PROGRAMS = ['initdb', 'postgres', 'pg_dump', 'pg_restore'];
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
  /** A database of this name, made empty; it may belong to another login. Its URL, with the owner's. */
  create(name: string, owner?: string): Promise<string>;
  /** Any SQL, as the superuser. */
  admin(sql: string): Promise<void>;
  run(program: 'pg_dump' | 'pg_restore', ...words: string[]): void;
  stop(): Promise<void>;
}

const USER = 'cardwright';

/** A cluster of that PostgreSQL, on a socket in a folder of its own. */
export async function startInstalled(programs: string): Promise<InstalledCluster> {
  const account: Account | undefined = runsAsRoot() ? unprivilegedAccount() : undefined;
  const as = account === undefined ? {} : { uid: account.uid, gid: account.gid };
  const folder = mkdtempSync(join(tmpdir(), 'cardwright-installed-'));
  const data = join(folder, 'data');
  mkdirSync(data, { mode: 0o700 });
  if (account !== undefined) for (const path of [folder, data]) chownSync(path, account.uid, account.gid);
  execFileSync(join(programs, 'initdb'), ['-D', data, '-U', USER, '-A', 'trust', '-E', 'UTF8', '--no-sync'], {
    ...as,
    cwd: folder,
    stdio: 'ignore',
  });
  const server = spawn(join(programs, 'postgres'), ['-D', data, '-k', folder, '-c', 'listen_addresses='], {
    ...as,
    cwd: folder,
    stdio: 'ignore',
  });
  const admin = async (sql: string) => {
    const client = new pg.Client({ host: folder, user: USER, database: 'postgres' });
    await client.connect();
    await client.query(sql).finally(() => client.end());
  };
  await vi.waitFor(() => admin('select 1'), WITHIN);
  return {
    admin,
    create: async (name, owner = USER) => {
      await admin(`create database ${name} owner ${owner}`);
      return `postgres://${owner}@localhost/${name}?host=${encodeURIComponent(folder)}`;
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
