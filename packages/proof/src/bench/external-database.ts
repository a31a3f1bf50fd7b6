import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readKeyFile } from '@cardwright/server/internal/platform/vault/index';
import pg from 'pg';
import { type BenchDatabase, checkDurable, growLog, writeKeyFile } from './bench-database.ts';
import { databaseCpuSeconds, postmasterOf } from './cpu-time.ts';
import type { Flags } from './flags.ts';
import { seedCards } from './seeds/seed-cards.ts';

export type ExternalDatabase = Pick<
  BenchDatabase,
  'checkpoint' | 'cpuSeconds' | 'folder' | 'keyFile' | 'stop' | 'url'
> & {
  /** The name of the database, with the number of its nodes. */
  readonly label: string;
};

/**
 * Fills an empty database with cards. On Citus, it distributes the tables over the workers. All database processes must
 * run on this machine.
 */
export async function openExternalDatabase(
  url: string,
  { cards, shards }: Pick<Flags, 'cards' | 'shards'>,
): Promise<ExternalDatabase> {
  const coordinator = await openAdmin({ connectionString: url });
  const admins = [coordinator];
  const folder = await mkdtemp(join(tmpdir(), 'cardwright-bench-'));
  const stop = async () => {
    await Promise.all(admins.map((admin) => admin.end().catch(() => {})));
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await checkEmpty(coordinator);
    const workers = await workersOf(coordinator);
    const { user, password, database } = coordinator;
    for (const at of workers ?? []) admins.push(await openAdmin({ user, password, database, ...at }));
    for (const admin of admins) {
      await checkDurable(admin);
      await growLog(admin);
    }
    const keyFile = join(folder, 'keys.json');
    await writeKeyFile(keyFile);
    const { host, port } = coordinator;
    await seedCards({ host, port, user, password, database }, await readKeyFile(keyFile), cards, cards, { shards });
    const postmasters = await Promise.all(admins.map(postmaster));
    return {
      label: workers === undefined ? 'one PostgreSQL' : `Citus, ${workers.length} workers, ${shards} shards`,
      url,
      keyFile,
      folder,
      cpuSeconds: () => sum(postmasters.map(databaseCpuSeconds)),
      checkpoint: async () => {
        await Promise.all(admins.map((admin) => admin.query('checkpoint')));
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function openAdmin(config: pg.ClientConfig): Promise<pg.Client> {
  const admin = new pg.Client({ ...config, application_name: 'cardwright-bench' });
  admin.on('error', () => {});
  await admin.connect();
  return admin;
}

async function checkEmpty(admin: pg.Client): Promise<void> {
  const { rows } = await admin.query(`select from pg_class where relname = 'schema_migrations'`);
  if (rows.length > 0) throw new Error('--url: the database is not empty');
}

/** The workers of a Citus database; undefined without Citus. */
async function workersOf(admin: pg.Client): Promise<{ host: string; port: number }[] | undefined> {
  const { rows } = await admin.query(`select from pg_extension where extname = 'citus'`);
  if (rows.length === 0) return undefined;
  const address = await admin.query<{ host: string; port: number }>(
    'select nodename as host, nodeport as port from pg_dist_node where groupid <> 0 order by 2',
  );
  return address.rows;
}

async function postmaster(admin: pg.Client): Promise<number | undefined> {
  const { rows } = await admin.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0] && postmasterOf(rows[0].pid);
}

function sum(values: readonly (number | undefined)[]): number | undefined {
  return values.reduce((total, value) => (total === undefined || value === undefined ? undefined : total + value), 0);
}
