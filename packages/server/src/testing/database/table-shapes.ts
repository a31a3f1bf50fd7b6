import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';

const MIGRATIONS = fileURLToPath(new URL('../../../migrations/', import.meta.url));

/** The tables as seen by programs that read and write them. */
export interface TableShapes {
  /** `table.column` with its type, followed by `!` if a row needs a value for it. */
  readonly columns: Readonly<Record<string, string>>;
  /** The rules that can reject a row: constraints, unique indexes, triggers. Partitions have those of their table. */
  readonly rules: Readonly<Record<string, string>>;
}

/** The schema that a release expects while the next release has already migrated the database. */
export interface ReleasedSchema extends TableShapes {
  readonly migrations: Readonly<Record<string, string>>;
  readonly statements: Readonly<Record<string, string>>;
}

const COLUMNS = `
  select c.relname || '.' || a.attname as name,
         format_type(a.atttypid, a.atttypmod)
           || case when a.attnotnull and not a.atthasdef and a.attidentity = '' then '!' else '' end as shape
    from pg_attribute a join pg_class c on c.oid = a.attrelid
   where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
     and a.attnum > 0 and not a.attisdropped
   order by 1`;

const RULES = `
  select c.relname || ' ' || r.name as name, r.shape
    from pg_class c
    join (
      select conrelid as of_table, conname::text as name, pg_get_constraintdef(oid) as shape
        from pg_constraint where contype in ('c', 'f', 'x')
      union all
      select indrelid, indexrelid::regclass::text, pg_get_indexdef(indexrelid) from pg_index where indisunique
      union all
      select tgrelid, tgname::text, pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    ) r on r.of_table = c.oid
   where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
   order by 1`;

export async function readTableShapes(client: pg.ClientBase): Promise<TableShapes> {
  const read = async (sql: string) => {
    const { rows } = await client.query<{ name: string; shape: string }>(sql);
    return Object.fromEntries(rows.map(({ name, shape }) => [name, shape]));
  };
  return { columns: await read(COLUMNS), rules: await read(RULES) };
}

/** Returns every migration with a digest of its content. */
export function digestsOfMigrations(): Record<string, string> {
  const names = readdirSync(MIGRATIONS).filter((name) => name.endsWith('.sql'));
  const digest = (name: string) =>
    createHash('sha256')
      .update(readFileSync(join(MIGRATIONS, name)))
      .digest('hex');
  return Object.fromEntries(names.sort().map((name) => [name, digest(name)]));
}

/** Returns the changes with which servers of the release could not work, each as a sentence. */
export function breaksOf(released: TableShapes, now: TableShapes): string[] {
  const tables = new Set(Object.keys(released.columns).map(tableOf));
  const missing = Object.entries(released.columns).flatMap(([name, shape]) => {
    const present = now.columns[name];
    if (present === undefined) return `${name} is gone`;
    return present === shape || `${present}!` === shape ? [] : `${name} was ${shape} and is ${present}`;
  });
  const needed = Object.entries(now.columns).flatMap(([name, shape]) =>
    tables.has(tableOf(name)) && !(name in released.columns) && shape.endsWith('!') ? `${name} needs a value` : [],
  );
  const stricter = Object.entries(now.rules).flatMap(([name, shape]) =>
    tables.has(name.split(' ')[0]!) && released.rules[name] !== shape ? `${name} may refuse rows: ${shape}` : [],
  );
  return [...missing, ...needed, ...stricter];
}

function tableOf(column: string): string {
  return column.split('.')[0]!;
}
