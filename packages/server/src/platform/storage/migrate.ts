import { readdir, readFile } from 'node:fs/promises';
import type pg from 'pg';
import { PACKAGE_FOLDER } from '../kernel/package-folder.ts';
import { ensureServerRole } from './server-role.ts';

/** Advisory lock, the same for all servers of all versions: its holder migrates, the others wait. */
const MIGRATION_LOCK = 4_203_187_001;
const FOLDER = new URL('migrations/', PACKAGE_FOLDER);

/**
 * The last of the migrations that were folded into one file per owner. A database with this migration has the tables of
 * all folded files, whatever names it stores. An older database cannot be migrated by this version.
 */
const LAST_FOLDED = '0060-uncounted-authorizations.sql';
/** The first migration after the folded ones, by number. */
const FIRST_AFTER_FOLDED = '0057-banks-of-messages.sql';
/** A revision whose last migration is {@link LAST_FOLDED}. */
const REVISION_BEFORE_FOLDING = 'd6b22f58';

/** The migrations of a database, compared with those of this version. In an empty database none is applied. */
export interface MigrationState {
  readonly applied: readonly string[];
  readonly pending: readonly string[];
  /** Migrations of a newer version. */
  readonly unknown: readonly string[];
  /** The newest migration of a database that stopped before {@link LAST_FOLDED}. */
  readonly outdated?: string;
}

/**
 * Brings the schema up to date. Each file runs once, in its own transaction, in the order of its number. Several
 * servers may start at once: they take turns by an advisory lock, and all but the first find nothing to do.
 */
export async function migrate(client: pg.Client): Promise<readonly string[]> {
  await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
  try {
    await client.query(
      'create table if not exists schema_migrations (name text primary key, applied_at timestamptz not null default now())',
    );
    const { pending } = await readUsable(client);
    for (const name of pending) await applyOne(client, name);
    await ensureServerRole(client);
    return pending;
  } finally {
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]);
  }
}

/** Throws if this version cannot migrate the database. */
async function readUsable(client: pg.Client): Promise<MigrationState> {
  const state = await readMigrations(client);
  const problem = problemOfMigrations(state);
  if (problem !== undefined) throw new Error(`the database was ${problem}`);
  return state;
}

/** Returns why this version cannot migrate the database, and what to do: `migrated by ...`. Undefined if it can. */
export function problemOfMigrations({ unknown, outdated }: MigrationState): string | undefined {
  if (unknown.length > 0) return `migrated by a newer Cardwright (${unknown.join(', ')}): start that version`;
  if (outdated === undefined) return undefined;
  const first = `upgrade it to revision ${REVISION_BEFORE_FOLDING} first, which has ${LAST_FOLDED}`;
  return `migrated by a Cardwright that is too old (its newest migration is ${outdated}): ${first}`;
}

/**
 * Compares the migrations of the database with those of this version. Changes nothing: a database that has the folded migrations
 * under their former names keeps them, so that servers of the earlier version can still start on it.
 */
export async function readMigrations(client: pg.Client): Promise<MigrationState> {
  const files = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort();
  const { rows: found } = await client.query<{ found: boolean }>(
    `select to_regclass('schema_migrations') is not null as found`,
  );
  if (found[0]?.found !== true) return { applied: [], pending: files, unknown: [] };
  const { rows } = await client.query<{ name: string }>('select name from schema_migrations');
  const names = new Set(rows.map(({ name }) => name).sort());
  const hasFolded = names.has(LAST_FOLDED);
  const isApplied = (file: string) => names.has(file) || (hasFolded && file < FIRST_AFTER_FOLDED);
  const others = [...names].filter((name) => !files.includes(name));
  const outdated = hasFolded ? undefined : others.findLast((name) => name < LAST_FOLDED);
  return {
    applied: files.filter(isApplied),
    pending: files.filter((file) => !isApplied(file)),
    unknown: others.filter((name) => name > LAST_FOLDED),
    ...(outdated === undefined ? {} : { outdated }),
  };
}

/**
 * Throws if no server of this version has been started on the database yet. For programs that must not change the
 * schema.
 */
export async function checkMigrated(client: pg.Client): Promise<void> {
  const { applied, pending } = await readUsable(client);
  if (pending.length === 0) return;
  const missing = applied.length === 0 ? 'everything' : pending.join(', ');
  throw new Error(`the database is not up to date (not applied: ${missing}): start the server of this version first`);
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
