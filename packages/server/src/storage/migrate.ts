import { readdir, readFile } from 'node:fs/promises';
import type pg from 'pg';
import { ensureServerRole } from './server-role.ts';

/** One number for all servers of all versions: who holds this advisory lock migrates, the others wait for it. */
const MIGRATION_LOCK = 4_203_187_001;
const FOLDER = new URL('../../migrations/', import.meta.url);

/**
 * Brings the schema up to date. Each file runs once, in its own transaction, in the order of its number. Several
 * servers may start at once: they take turns at an advisory lock and find the work done.
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

/** Files that the database has not seen yet, in their order. Throws when it has seen more than this version knows. */
async function pendingMigrations(client: pg.Client): Promise<string[]> {
  const { pending, unknown } = await readMigrations(client);
  if (unknown.length > 0) {
    throw new Error(`the database was migrated by a newer Cardwright (${unknown.join(', ')}): start that version`);
  }
  return pending;
}

/** What the database has seen, what it has not, and what this version does not know; in an empty one, nothing was applied. */
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

/** For what must not change the schema: throws where the server of this version has not been started on it yet. */
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
