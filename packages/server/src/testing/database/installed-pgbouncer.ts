import { spawn } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runsAsRoot, unprivilegedAccount } from '@cardwright/embedded-postgres';
import pg from 'pg';
import { vi } from 'vitest';
import type { ConnectionSettings } from '../../platform/storage/index.ts';
import { installedProgram } from '../system/installed-program.ts';
import { WITHIN } from '../within.ts';

export function installedPgbouncer(): string | undefined {
  return installedProgram('pgbouncer');
}

export interface Pgbouncer {
  readonly connection: ConnectionSettings;
  readonly url: string;
  stop(): Promise<void>;
}

const POOLER_PORT = 6432;

/** Starts pgbouncer in front of a database, on a socket in its own folder. `ignored` are the startup options that it drops. */
export async function startPgbouncer(
  program: string,
  to: ConnectionSettings,
  { mode, ignored = '' }: { mode: 'session' | 'transaction' | 'statement'; ignored?: string },
): Promise<Pgbouncer> {
  // it refuses to run as root, and needs access to the database's socket
  const account = runsAsRoot() ? unprivilegedAccount() : undefined;
  const as = account === undefined ? {} : { uid: account.uid, gid: account.gid };
  const folder = mkdtempSync(join(tmpdir(), 'cardwright-pgbouncer-'));
  const file = join(folder, 'pgbouncer.ini');
  const password = to.password === undefined ? '' : ` password=${String(to.password)}`;
  const lines = [
    '[databases]',
    `${to.database} = host=${to.host} port=${to.port} dbname=${to.database} user=${to.user}${password}`,
    '[pgbouncer]',
    'listen_addr =',
    `listen_port = ${POOLER_PORT}`,
    `unix_socket_dir = ${folder}`,
    'auth_type = any',
    `pool_mode = ${mode}`,
    'default_pool_size = 40',
    `ignore_startup_parameters = ${ignored}`,
  ];
  writeFileSync(file, `${lines.join('\n')}\n`);
  if (account !== undefined) for (const path of [folder, file]) chownSync(path, account.uid, account.gid);
  const child = spawn(program, [file], { ...as, cwd: folder, stdio: 'ignore' });
  const ended = new Promise((resolve) => child.once('close', resolve));
  const connection = { host: folder, port: POOLER_PORT, user: 'pooled', database: String(to.database) };
  await vi.waitFor(async () => {
    const client = new pg.Client(connection);
    await client.connect();
    await client.end();
  }, WITHIN);
  return {
    connection,
    url: `postgres://${connection.user}@localhost:${POOLER_PORT}/${connection.database}?host=${encodeURIComponent(folder)}`,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
