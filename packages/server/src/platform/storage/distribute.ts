import type pg from 'pg';
import { ensureServerRole, SERVER_ROLE } from './server-role.ts';

/**
 * The location of a table on Citus: whole on every node, distributed by a column together with others of its kind, or
 * only on the coordinator.
 */
type Place = { kind: 'everywhere' } | { kind: 'by'; column: string; colocatedWith: string };

/**
 * Small tables that most statements read. `insurance_programs` is one of them, because a card is read with its program.
 * Every decision depends on editions, rules, entries of lists and early reversals.
 */
const EVERYWHERE = [
  ...['banks', 'products', 'acquirers', 'data_keys', 'insurance_programs'],
  ...['bank_editions', 'edition_times', 'merchant_lists', 'merchant_list_entries', 'programs'],
  ...['rules', 'rule_versions', 'rule_spans', 'rule_promises', 'promise_checks', 'early_reversals'],
];

/**
 * Tables are distributed by the first of these columns that they have. The first table of each kind is distributed
 * first.
 */
const KINDS: readonly { column: string; colocatedWith: string }[] = [
  { column: 'bucket', colocatedWith: 'accounts' },
  { column: 'bank_id', colocatedWith: 'vault_card_numbers' },
  { column: 'acquirer_id', colocatedWith: 'merchants' },
];
/**
 * The few callers of the service, which have a bank, an acquirer or neither, and keys that identify their bank.
 * Statements read them separately.
 */
const ON_COORDINATOR = ['oauth_clients', 'receiver_keys'];

export interface Distribution {
  /** A line for each table that was distributed. */
  readonly distributed: readonly string[];
  /** Number of tables that were distributed already. */
  readonly before: number;
}

interface TableRow {
  name: string;
  columns: string[];
  is_placed: boolean;
}

const TABLES = `
  select c.relname as name, array_agg(a.attname::text) as columns,
         exists (select from pg_dist_partition p where p.logicalrelid = c.oid and (p.partmethod = 'h' or p.repmodel = 't')) as is_placed
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
   where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
   group by c.oid
   -- what refers to a table has to come after it
   order by exists (select from pg_constraint f join pg_class r on r.oid = f.confrelid
                     where f.conrelid = c.oid and f.contype = 'f' and f.conparentid = 0 and r.relname > c.relname
                       and r.relname <> all ($1)), c.relname`;

const REFERENCES = `
  select conrelid::regclass::text as of, quote_ident(conname) as name, pg_get_constraintdef(oid) as text
    from pg_constraint
   where contype = 'f' and conparentid = 0 and connamespace = current_schema()::regnamespace
     and confrelid::regclass::text = any($1) order by 1, 2`;

/**
 * Distributes all tables of a migrated database on Citus in one transaction. The client must be the owner's, on the
 * coordinator. It skips tables that are already distributed, so it can run again after a migration.
 */
export async function distribute(client: pg.Client, { shards }: { shards: number }): Promise<Distribution> {
  const { rows: extensions } = await client.query(`select from pg_extension where extname = 'citus'`);
  if (extensions.length === 0)
    throw new Error('the database has no Citus extension: create the extension citus on it and on its workers');
  // a generic plan does not exist, because the values of the parameters decide which node is queried
  const { rows: names } = await client.query<{ name: string }>('select quote_ident(current_database()) as name');
  await client.query(`alter database ${names[0]?.name} set plan_cache_mode = 'force_custom_plan'`);
  // nodes connect to each other as the current role, which is this one for servers; it has no password
  await client.query(`alter role ${SERVER_ROLE} login`);
  const { rows: tables } = await client.query<TableRow>(TABLES, [EVERYWHERE]);
  const unplaced = tables.flatMap((table) => {
    const place = placeOf(table);
    return place === undefined ? [] : [{ ...table, place }];
  });
  const missing = inOrder(unplaced.filter((table) => !table.is_placed));
  const before = unplaced.length - missing.length;
  if (missing.length === 0) return { distributed: [], before };
  await client.query('begin');
  try {
    // creates shards sequentially: references to tables on all nodes would block parallel connections
    await client.query(`set local citus.multi_shard_modify_mode = 'sequential'`);
    await client.query(`select set_config('citus.shard_count', $1, true)`, [String(shards)]);
    // a table that refers to a table on all nodes cannot be distributed after it
    const { rows: references } = await client.query<{ of: string; name: string; text: string }>(REFERENCES, [
      EVERYWHERE,
    ]);
    for (const { of, name } of references) await client.query(`alter table ${of} drop constraint ${name}`);
    for (const { name, place } of missing) await distributeTable(client, name, place);
    for (const { of, name, text } of references) await client.query(`alter table ${of} add constraint ${name} ${text}`);
    await client.query(`select create_distributed_function('account_bucket(bigint)')`);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
  // Citus recreates the sequence of a table that refers to one on all nodes, without its rights
  await ensureServerRole(client);
  return { distributed: missing.map(({ name, place }) => `${name}: ${describe(place)}`), before };
}

function placeOf({ name, columns }: TableRow): Place | undefined {
  if (EVERYWHERE.includes(name)) return { kind: 'everywhere' };
  if (ON_COORDINATOR.includes(name)) return undefined;
  const kind = KINDS.find(({ column }) => columns.includes(column));
  return kind && { kind: 'by', ...kind };
}

function inOrder<T extends { name: string; place: Place }>(tables: readonly T[]): T[] {
  const rank = ({ name, place }: T) => (place.kind === 'everywhere' ? 0 : place.colocatedWith === name ? 1 : 2);
  return tables.toSorted((a, b) => rank(a) - rank(b));
}

async function distributeTable(client: pg.Client, name: string, place: Place): Promise<void> {
  if (place.kind === 'everywhere') await client.query('select create_reference_table($1)', [name]);
  else {
    const colocation = place.colocatedWith === name ? 'none' : place.colocatedWith;
    await client.query('select create_distributed_table($1, $2, colocate_with => $3)', [
      name,
      place.column,
      colocation,
    ]);
  }
}

function describe(place: Place): string {
  return place.kind === 'everywhere' ? 'whole on every node' : `by ${place.column}`;
}
