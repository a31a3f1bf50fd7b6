import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { appendFileSync, chownSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { vi } from 'vitest';
import { killAll, nodeAccount } from '../../../server/src/testing/database/node-processes.ts';
import { freePort } from '../../../server/src/testing/system/installed-haproxy.ts';
import { WITHIN } from '../../../server/src/testing/within.ts';
import { ROOT } from '../source-tree.ts';

/** The secrets of deploy/.env. */
export const PASSWORDS = {
  APP_PASSWORD: 'app-secret',
  OWNER_PASSWORD: 'owner-secret',
  REPLICATION_PASSWORD: 'replication-secret',
};

export interface ComposeDatabase {
  /** Host and port of both services, as in a URL. */
  readonly hosts: string;
  /** Runs a statement as the superuser of a service. */
  sql(service: 'primary' | 'replica', statement: string): string;
  stop(): Promise<void>;
}

/**
 * Starts the services `primary` and `replica` of the compose file with the PostgreSQL of this machine: with the same
 * scripts and options, but other folders and ports. The first start is the same as in the image: `initdb`, passwords
 * for all connections over TCP, and the script of the folder `docker-entrypoint-initdb.d`.
 *
 * @param options of the primary, from the compose file
 */
export async function startComposeDatabase(
  programs: string,
  folder: string,
  options: readonly string[],
): Promise<ComposeDatabase> {
  const account = nodeAccount();
  mkdirSync(folder, { mode: 0o755 });
  if (account.uid !== undefined && account.gid !== undefined) chownSync(folder, account.uid, account.gid);
  const data = (service: string) => join(folder, service);
  const env = { ...process.env, ...PASSWORDS, PATH: `${programs}:${process.env.PATH}`, PGHOST: folder };
  const run = (program: string, args: readonly string[], more: object = {}) =>
    execFileSync(program, args, { ...account, cwd: folder, env: { ...env, ...more }, encoding: 'utf8' });
  const ports = { primary: await freePort(), replica: await freePort() };
  const sql: ComposeDatabase['sql'] = (service, statement) =>
    run('psql', ['-U', 'postgres', '-p', String(ports[service]), '-Atc', statement]).trim();

  const primary = { PGDATA: data('primary') };
  const trust = ['--auth-local=trust', '--auth-host=scram-sha-256', '--no-sync'];
  run('initdb', ['--username=postgres', ...trust], primary);
  appendFileSync(join(data('primary'), 'pg_hba.conf'), 'host all all all scram-sha-256\n');
  run('pg_ctl', ['-w', '-o', `-k ${folder} -c listen_addresses=`, '-l', join(folder, 'init.log'), 'start'], primary);
  run('bash', [join(ROOT, 'deploy', 'postgres', 'primary.sh')], primary);
  run('pg_ctl', ['-w', '-m', 'fast', 'stop'], primary);

  const place = (service: 'primary' | 'replica') => [
    ...['-k', folder, '-p', String(ports[service]), '-c', 'listen_addresses=127.0.0.1'],
  ];
  const start = (program: string, args: readonly string[], more: object): ChildProcess =>
    spawn(program, args, { ...account, cwd: folder, env: { ...env, ...more }, stdio: 'ignore' });
  start('postgres', [...options, ...place('primary')], primary);
  await vi.waitFor(() => sql('primary', 'select 1'), WITHIN);
  const replica = join(ROOT, 'deploy', 'postgres', 'replica.sh');
  const primaryAt = { PRIMARY_HOST: '127.0.0.1', PRIMARY_PORT: String(ports.primary) };
  start('bash', [replica, ...place('replica')], { PGDATA: data('replica'), ...primaryAt });
  // From then on, every commit waits for the standby.
  await vi.waitUntil(() => sql('primary', 'select sync_state from pg_stat_replication') === 'sync', WITHIN);
  return {
    hosts: `127.0.0.1:${ports.primary},127.0.0.1:${ports.replica}`,
    sql,
    async stop() {
      for (const service of ['replica', 'primary']) await killAll(data(service));
    },
  };
}
