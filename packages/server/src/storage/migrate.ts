import { readdir, readFile } from 'node:fs/promises';
import type pg from 'pg';

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
    const { rows } = await client.query<{ name: string }>('select name from schema_migrations');
    const applied = new Set(rows.map((row) => row.name));
    const files = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort();
    const unknown = [...applied].filter((name) => !files.includes(name));
    if (unknown.length > 0) {
      throw new Error(`the database was migrated by a newer Cardwright (${unknown.join(', ')}): start that version`);
    }
    const pending = files.filter((name) => !applied.has(name));
    for (const name of pending) await applyOne(client, name);
    return pending;
  } finally {
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]);
  }
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
