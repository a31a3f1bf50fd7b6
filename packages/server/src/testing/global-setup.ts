import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@cardwright/embedded-postgres';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { type ConnectionSettings, ensurePartitions, migrate } from '../storage/index.ts';
import { findCardNumbers, told } from './pan-search.ts';

declare module 'vitest' {
  interface ProvidedContext {
    cluster: ConnectionSettings;
    template: string;
    /** The file to which each test file adds the card numbers that it has used. */
    usedCardNumbers: string;
  }
}

/**
 * One PostgreSQL cluster for the run (or the server of DATABASE_URL), with one migrated database that every test file
 * clones. Tests of durability start clusters of their own: this one does without fsync.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { cluster, log, stop } = await startCluster();
  const template = `cardwright_template_${process.pid}`;
  await withClient(cluster, async (admin) => {
    await admin.query(`drop database if exists ${template}`);
    await admin.query(`create database ${template}`);
  });
  await withClient({ ...cluster, database: template }, async (client) => {
    await migrate(client);
    await ensurePartitions(client, new Date());
  });
  project.provide('cluster', cluster);
  project.provide('template', template);
  const folder = await mkdtemp(join(tmpdir(), 'cardwright-used-'));
  const usedCardNumbers = join(folder, 'card-numbers.txt');
  await writeFile(usedCardNumbers, '', { mode: 0o600 });
  project.provide('usedCardNumbers', usedCardNumbers);
  return async () => {
    await withClient(cluster, (admin) => admin.query(`drop database if exists ${template} with (force)`));
    const leak = log && (await findInLog(log, usedCardNumbers));
    await stop();
    await rm(folder, { recursive: true, force: true });
    if (leak === undefined) return;
    // what is thrown here is told, but the run would succeed all the same
    process.exitCode = 1;
    throw new Error(leak);
  };
}

/** What the database told its own log, of all test files: its errors can quote what they were given. */
async function findInLog(log: string, usedCardNumbers: string): Promise<string | undefined> {
  const used = new Set((await readFile(usedCardNumbers, 'utf8')).split('\n').filter((number) => number !== ''));
  const [found] = findCardNumbers(await readFile(log, 'utf8'), used);
  return found && `the log of the database holds a card number in ${told(found)}`;
}

interface TestCluster {
  readonly cluster: ConnectionSettings;
  /** The file that it logs to; a server that was given keeps its own. */
  readonly log?: string;
  stop(): Promise<void>;
}

async function startCluster(): Promise<TestCluster> {
  const url = process.env.DATABASE_URL;
  if (url !== undefined) {
    const at = new URL(url);
    const cluster: ConnectionSettings = {
      host: at.searchParams.get('host') ?? at.hostname,
      port: Number(at.port || 5432),
      user: decodeURIComponent(at.username),
      password: decodeURIComponent(at.password),
      database: at.pathname.slice(1),
    };
    return { cluster, stop: async () => {} };
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'cardwright-test-'));
  // as root the database runs under another account, which has to get in
  await chmod(dataDir, 0o755);
  const postgres = await startEmbeddedPostgres({
    dataDir,
    parameters: { fsync: 'off', max_connections: '300' },
    log: () => {},
  });
  return {
    cluster: { ...postgres.connection },
    log: join(postgres.dataPath, 'postgres.log'),
    stop: async () => {
      await postgres.stop();
      await rm(postgres.dataPath, { recursive: true, force: true });
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function withClient<T>(connection: ConnectionSettings, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
