import { readdir, readFile } from 'node:fs/promises';
import type pg from 'pg';
import { PACKAGE_FOLDER } from '../kernel/package-folder.ts';
import { ensureServerRole } from './server-role.ts';

/** Advisory lock, the same for all servers of all versions: its holder migrates, the others wait. */
const MIGRATION_LOCK = 4_203_187_001;
const FOLDER = new URL('migrations/', PACKAGE_FOLDER);

/**
 * Brings the schema up to date. Each file runs once, in its own transaction, in the order of its number. Several
 * servers may start at once: they take turns by an advisory lock, and all but the first find nothing to do.
 */
export async function migrate(client: pg.Client): Promise<string[]> {
  await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
  try {
    await client.query(
      'create table if not exists schema_migrations (name text primary key, applied_at timestamptz not null default now())',
    );
    const pending = await pendingMigrations(client);
    for (const name of pending) await applyOne(client, name);
    await ensureServerRole(client);
    return pending;
  } finally {
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]);
  }
}

/** Migrations that are not applied yet, in order. Throws if the database has some that this version does not know. */
async function pendingMigrations(client: pg.Client): Promise<string[]> {
  const { pending, unknown } = await readMigrations(client);
  if (unknown.length > 0) {
    throw new Error(`the database was migrated by a newer Cardwright (${unknown.join(', ')}): start that version`);
  }
  return pending;
}

/** Migrations that are applied, pending, and unknown to this version. In an empty database none is applied. */
export async function readMigrations(
  client: pg.Client,
): Promise<{ applied: string[]; pending: string[]; unknown: string[] }> {
  const files = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort();
  const { rows: found } = await client.query<{ found: boolean }>(
    `select to_regclass('schema_migrations') is not null as found`,
  );
  if (found[0]?.found !== true) return { applied: [], pending: files, unknown: [] };
  const { rows } = await client.query<{ name: string }>('select name from schema_migrations order by name');
  const applied = rows.map(({ name }) => name);
  return {
    applied,
    pending: files.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !files.includes(name)),
  };
}

/**
 * For programs that must not change the schema: throws if a server of this version has not been started on the database
 * yet.
 */
export async function checkMigrated(client: pg.Client): Promise<void> {
  const { applied } = await readMigrations(client);
  const pending = applied.length === 0 ? ['everything'] : await pendingMigrations(client);
  if (pending.length === 0) return;
  throw new Error(
    `the database is not up to date (not applied: ${pending.join(', ')}): start the server of this version first`,
  );
}

async function applyOne(client: pg.Client, name: string): Promise<void> {
  const sql = await readFile(new URL(name, FOLDER), 'utf8');
  await client.query('begin');
  try {
    await client.query(sql);
    await client.query('insert into schema_migrations (name) values ($1)', [name]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`migration ${name} failed: ${(error as Error).message}`, { cause: error });
  }
}
