import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../storage/embedded-postgres/index.ts';
import { type ConnectionSettings, ensurePartitions, migrate } from '../storage/index.ts';

declare module 'vitest' {
  interface ProvidedContext {
    cluster: ConnectionSettings;
    template: string;
  }
}

/**
 * One PostgreSQL cluster for the run (or the server of DATABASE_URL), with one migrated database that every test file
 * clones. Tests of durability start clusters of their own: this one does without fsync.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { cluster, stop } = await startCluster();
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
  return async () => {
    await withClient(cluster, (admin) => admin.query(`drop database if exists ${template} with (force)`));
    await stop();
  };
}

async function startCluster(): Promise<{ cluster: ConnectionSettings; stop(): Promise<void> }> {
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
