import type pg from 'pg';

/**
 * Monthly partitions of the large append-only tables. They are made ahead of time by every server (harmless when made
 * already); `perPartition` is what a partitioned table cannot declare for itself.
 */
const PARTITIONED: readonly { table: string; perPartition?: (partition: string) => string }[] = [
  { table: 'audit_log' },
  { table: 'account_transactions' },
  { table: 'account_changes' },
  {
    table: 'authorizations',
    perPartition: (partition) =>
      `create unique index if not exists ${partition}_message on ${partition} (account_id, message_key)`,
  },
  { table: 'authorization_events' },
  { table: 'outbox_attempts' },
];

const PARTITION_LOCK = 4_203_187_002;
const MONTHS_AHEAD = 2;

/** Makes the partitions of this month and the next ones. */
export async function ensurePartitions(client: pg.Client, now: Date): Promise<void> {
  await client.query('select pg_advisory_lock($1)', [PARTITION_LOCK]);
  try {
    for (let ahead = 0; ahead <= MONTHS_AHEAD; ahead++) {
      const from = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead, 1));
      const until = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead + 1, 1));
      for (const { table, perPartition } of PARTITIONED) {
        const partition = `${table}_${from.toISOString().slice(0, 7).replace('-', '_')}`;
        const { rows } = await client.query('select to_regclass($1) as found', [partition]);
        if (rows[0].found !== null) continue;
        await client.query('begin');
        await client.query(
          `create table ${partition} partition of ${table} for values from ('${from.toISOString()}') to ('${until.toISOString()}')`,
        );
        if (perPartition !== undefined) await client.query(perPartition(partition));
        await client.query('commit');
      }
    }
  } finally {
    await client.query('select pg_advisory_unlock($1)', [PARTITION_LOCK]);
  }
}
