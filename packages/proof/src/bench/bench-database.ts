import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@cardwright/embedded-postgres';
import {
  availableMemory,
  databaseParameters,
} from '@cardwright/server/internal/host/assembly/database/database-parameters';
import pg from 'pg';
import { databaseCpuSeconds } from './cpu-time.ts';

export interface BenchDatabase {
  readonly connection: EmbeddedPostgres['connection'];
  readonly url: string;
  readonly keyFile: string;
  /** A folder for files of the bench, removed at the end. */
  readonly folder: string;
  /** Version and durability settings, as reported by the database. */
  readonly version: string;
  readonly durability: Readonly<Record<string, string>>;
  /** CPU time of the database's processes so far; undefined if the system does not report it. */
  cpuSeconds(): number | undefined;
  /** Runs before each measurement, so that none of them pays for the pages that another one changed. */
  checkpoint(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * The settings of the embedded server, with two exceptions. Checkpoints come between measurements, not by chance within
 * one. All old log files are reused, as in a server that has been busy for some time.
 */
const PARAMETERS = {
  ...databaseParameters(availableMemory(totalmem(), process.constrainedMemory())),
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  min_wal_size: '1GB',
  max_wal_size: '8GB',
  checkpoint_timeout: '1h',
};

const DURABLE = ['fsync', 'synchronous_commit', 'full_page_writes'];
/** Memory file systems (tmpfs, ramfs), where fsync costs nothing and nothing is durable. */
const MEMORY_FILE_SYSTEMS = new Set([0x01021994, 0x858458f6]);

/** Starts a database for the bench, in its own folder. */
export async function startBenchDatabase(dataDir: string | undefined): Promise<BenchDatabase> {
  const folder = await mkdtemp(join(await folderOnDisk(dataDir), 'cardwright-bench-'));
  // If root starts the server, it runs under another account, which needs access to its data folder.
  await chmod(folder, 0o711);
  const removeFolder = () => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  let postgres: EmbeddedPostgres | undefined;
  try {
    postgres = await startEmbeddedPostgres({ dataDir: folder, parameters: PARAMETERS, log: () => {} });
    const { connection, dataPath, postmasterPid } = postgres;
    const admin = new pg.Client({ ...connection, application_name: 'cardwright-bench' });
    admin.on('error', () => {});
    await admin.connect();
    const durability = await checkDurable(admin);
    await growLog(admin);
    const { rows } = await admin.query<{ server_version: string }>('show server_version');
    const keyFile = join(folder, 'keys.json');
    await writeKeyFile(keyFile);
    return {
      connection,
      url: `postgres://${connection.user}@localhost:${connection.port}/${connection.database}?host=${encodeURIComponent(connection.host)}`,
      keyFile,
      folder,
      version: rows[0]!.server_version,
      durability,
      cpuSeconds: () => databaseCpuSeconds(postmasterPid()),
      checkpoint: async () => {
        await admin.query('checkpoint');
      },
      stop: async () => {
        await admin.end().catch(() => {});
        await postgres?.stop();
        await rm(dataPath, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
        await removeFolder();
      },
    };
  } catch (error) {
    await postgres?.stop();
    await removeFolder();
    throw error;
  }
}

/** Returns the requested folder, or the first default folder that is on a disk. */
async function folderOnDisk(preference: string | undefined): Promise<string> {
  const folders = preference === undefined ? [tmpdir(), '/var/tmp', process.cwd()] : [preference];
  for (const folder of folders) {
    const type = await statfs(folder).then(
      (found) => found.type,
      () => undefined,
    );
    if (type !== undefined && !MEMORY_FILE_SYSTEMS.has(type)) return folder;
  }
  throw new Error(`${folders.join(', ')}: no folder on a disk. In memory a commit costs nothing: pass --data-dir`);
}

/** Throws if durability is off, because the figures would not be those of the product. */
export async function checkDurable(admin: pg.Client): Promise<Record<string, string>> {
  const settings: Record<string, string> = {};
  for (const name of [...DURABLE, 'wal_sync_method']) {
    const { rows } = await admin.query<Record<string, string>>(`show ${name}`);
    settings[name] = rows[0]![name]!;
  }
  const off = DURABLE.filter((name) => settings[name] !== 'on');
  if (off.length > 0) throw new Error(`${off.join(', ')} must be on: the bench does not measure without durability`);
  return settings;
}

/** 32 files of 16 MiB, which is half a gigabyte: more than a measurement writes. */
const LOG_FILES = 32;

/**
 * Creates the log files that the measurements then reuse. Otherwise the database would fill a new file with zeros and
 * sync it every few seconds while all commits wait. That is a property of new databases, not of the product.
 */
export async function growLog(admin: pg.Client): Promise<void> {
  for (let file = 0; file < LOG_FILES; file++) {
    await admin.query(`select pg_logical_emit_message(false, 'bench', 'next'), pg_switch_wal()`);
  }
  await admin.query('checkpoint');
}

export async function writeKeyFile(path: string): Promise<void> {
  const key = () => randomBytes(32).toString('base64');
  await writeFile(path, JSON.stringify({ master: key(), lookup: key() }), { mode: 0o600 });
}
