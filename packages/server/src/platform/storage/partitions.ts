import type pg from 'pg';

/**
 * Monthly partitions of the large append-only tables. Every server creates them ahead of time, which is harmless if
 * they exist. `perPartition` holds statements for objects that cannot be declared on the partitioned table.
 */
const PARTITIONED: readonly { table: string; perPartition?: (partition: string) => string }[] = [
  { table: 'audit_log' },
  { table: 'audit_chain' },
  { table: 'audit_seals' },
  { table: 'account_transactions' },
  { table: 'account_changes' },
  {
    table: 'authorizations',
    perPartition: (partition) =>
      `create unique index if not exists ${partition}_identity on ${partition} (bucket, account_id, message_key, bank_id)`,
  },
  { table: 'authorization_events' },
  { table: 'listed_authorizations' },
  { table: 'outbox_attempts' },
];

const PARTITION_LOCK = 4_203_187_002;
const MONTHS_AHEAD = 2;
/**
 * The properties that a partition copies from its table. Identity values come from the table, which other tables refer
 * to.
 */
const INCLUDED = 'including defaults including constraints including indexes including storage including generated';

/**
 * Creates the partitions of this month and the next ones. The client must be the owner's. Creating a table first and
 * attaching it then takes a lock that blocks no transaction. Creating it as a partition would wait for all transactions
 * of the whole table, and all later ones would wait for that. Citus only allows the latter.
 */
export async function ensurePartitions(client: pg.Client, now: Date): Promise<void> {
  await client.query('select pg_advisory_lock($1)', [PARTITION_LOCK]);
  try {
    const { rows: citus } = await client.query(`select from pg_extension where extname = 'citus'`);
    const isOnCitus = citus.length > 0;
    for (let ahead = 0; ahead <= MONTHS_AHEAD; ahead++) {
      const { from, until } = monthOf(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead, 1)));
      for (const { table, perPartition } of PARTITIONED) {
        const partition = partitionOf(table, from);
        const { rows } = await client.query('select to_regclass($1) as found', [partition]);
        if (rows[0].found !== null) continue;
        await client.query('begin');
        // Citus: references to tables on all nodes would block parallel connections; elsewhere the setting has no
        // effect
        await client.query(`set local citus.multi_shard_modify_mode = 'sequential'`);
        const range = `for values from ('${from.toISOString()}') to ('${until.toISOString()}')`;
        if (isOnCitus) await client.query(`create table ${partition} partition of ${table} ${range}`);
        else await client.query(`create table ${partition} (like ${table} ${INCLUDED})`);
        if (perPartition !== undefined) await client.query(perPartition(partition));
        if (!isOnCitus) await client.query(`alter table ${table} attach partition ${partition} ${range}`);
        await client.query('commit');
      }
    }
  } finally {
    await client.query('select pg_advisory_unlock($1)', [PARTITION_LOCK]);
  }
}

/** Number of partitions that {@link ensurePartitions} requires now, and the missing ones. */
export async function partitionsOf(
  client: pg.Client,
  now: Date,
): Promise<{ expected: number; missing: { name: string; monthsAhead: number }[] }> {
  const expected = Array.from({ length: MONTHS_AHEAD + 1 }, (_, monthsAhead) => {
    const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + monthsAhead, 1));
    return PARTITIONED.map(({ table }) => ({ name: partitionOf(table, month), monthsAhead }));
  }).flat();
  const { rows } = await client.query<{ name: string }>(
    'select name from unnest($1::text[]) as requested (name) where to_regclass(name) is null',
    [expected.map(({ name }) => name)],
  );
  const isMissing = new Set(rows.map(({ name }) => name));
  return { expected: expected.length, missing: expected.filter(({ name }) => isMissing.has(name)) };
}

/** Returns the months that a table has partitions for, oldest first, each as the instant at which it begins. */
export async function monthsOf(client: pg.Client, table: string): Promise<Date[]> {
  const { rows } = await client.query<{ month: string | null }>(
    `select substring(c.relname from '_(\\d{4}_\\d{2})$') as month
       from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = $1::regclass order by 1`,
    [table],
  );
  return rows.flatMap(({ month }) => (month === null ? [] : [new Date(`${month.replace('_', '-')}-01T00:00:00Z`)]));
}

/** Drops a month of a table, with all its rows. */
export async function dropPartition(client: pg.Client, table: string, month: Date): Promise<void> {
  await client.query(`drop table if exists ${partitionOf(table, month)}`);
}

/** The range from the first instant of the month to that of the next one, in UTC. */
function monthOf(time: Date): { from: Date; until: Date } {
  const [year, month] = [time.getUTCFullYear(), time.getUTCMonth()];
  return { from: new Date(Date.UTC(year, month, 1)), until: new Date(Date.UTC(year, month + 1, 1)) };
}

function partitionOf(table: string, month: Date): string {
  return `${table}_${month.toISOString().slice(0, 7).replace('-', '_')}`;
}
