import { access, chmod, constants, mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@cardwright/embedded-postgres';
import { type ConnectionSettings, distribute, ensurePartitions, migrate } from '../../platform/storage/index.ts';
import { seedDatabase } from './seeded-database.ts';
import { isOnCitus, joinNodes, onEach, SHARDS_OF_TESTS, withClient } from './test-nodes.ts';

export interface TestCluster {
  readonly cluster: ConnectionSettings;
  /** The cheapest strategy for clones: `file_copy` needs a checkpoint, which is cheap without fsync and expensive with it. */
  readonly cloneStrategy: 'file_copy' | 'wal_log';
  /** The log file; undefined for a server that the caller provides. */
  readonly log?: string;
  stop(): Promise<void>;
}

export async function startCluster(): Promise<TestCluster> {
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
    return { cluster, cloneStrategy: 'wal_log', stop: async () => {} };
  }
  const dataDir = await mkdtemp(join(await quickestFolder(), 'cardwright-test-'));
  // as root, the database runs under another account, which needs access
  await chmod(dataDir, 0o755);
  const postgres = await startEmbeddedPostgres({
    dataDir,
    // Each clone of a template is a checkpoint, after which the log would hold every changed page as a whole.
    parameters: { fsync: 'off', full_page_writes: 'off', max_connections: '300' },
    log: () => {},
  });
  return {
    cluster: { ...postgres.connection },
    cloneStrategy: 'file_copy',
    log: join(postgres.dataPath, 'postgres.log'),
    stop: async () => {
      await postgres.stop();
      await rm(postgres.dataPath, { recursive: true, force: true });
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** A folder in memory, on Linux. Creating a database in it takes 50 ms, a fifth of the time on a disk. */
const IN_MEMORY = '/dev/shm';
/** The free space that the folder must have, which is more than a run of all tests uses. */
const ROOM_BYTES = 3 * 1024 ** 3;

async function quickestFolder(): Promise<string> {
  try {
    await access(IN_MEMORY, constants.W_OK);
    const { bavail, bsize } = await statfs(IN_MEMORY);
    if (bavail * bsize >= ROOM_BYTES) return IN_MEMORY;
  } catch {
    // the folder does not exist
  }
  return tmpdir();
}

/** Databases to clone. Every test file has its own, and creating one takes a fraction of a second. */
export interface Templates {
  /** The state after the migrations. */
  readonly migrated: string;
  /** The state after the start of a test server. */
  readonly seeded: string;
}

/** Creates the templates. The key file of the seeded one is in the folder. */
export async function makeTemplates(nodes: readonly ConnectionSettings[], folder: string): Promise<Templates> {
  const templates = { migrated: `cardwright_template_${process.pid}`, seeded: `cardwright_seeded_${process.pid}` };
  await dropTemplates(nodes, templates);
  await onEach(nodes, `create database ${templates.migrated}`);
  await joinNodes(nodes, templates.migrated);
  await withClient({ ...nodes[0], database: templates.migrated }, async (client) => {
    await migrate(client);
    await ensurePartitions(client, new Date());
    if (isOnCitus()) await distribute(client, { shards: SHARDS_OF_TESTS });
  });
  await onEach(nodes, `create database ${templates.seeded} template ${templates.migrated}`);
  await seedDatabase({ ...nodes[0], database: templates.seeded }, folder);
  return templates;
}

export async function dropTemplates(nodes: readonly ConnectionSettings[], templates: Templates): Promise<void> {
  for (const name of Object.values(templates)) await onEach(nodes, `drop database if exists ${name} with (force)`);
}
