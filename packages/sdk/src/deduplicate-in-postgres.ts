import type { Deduplicate } from './deduplicate.ts';

/**
 * The part of `pg` that is used. The caller's `store` function gets the client, so that it writes in the same
 * transaction.
 */
export interface PostgresClient {
  query(text: string, values?: unknown[]): Promise<{ rows: { content_hash?: unknown }[]; rowCount: number | null }>;
}
/** A connection pool of `pg`, as far as it is used. */
export interface PostgresPool<Client extends PostgresClient> {
  connect(): Promise<Client & { release(error?: Error | boolean): void }>;
}

const TABLE_NAME = /^[a-z_][a-z0-9_]*(\.[a-z_][a-z0-9_]*)?$/;

/** Returns the SQL that creates the table, for your own migrations. You may delete rows that are older than 30 days. */
export const seenNotificationsTable = (table = 'seen_notifications') => `create table if not exists ${named(table)} (
  webhook_id   text primary key,
  content_hash text not null,
  kept_at      timestamptz not null default now()
)`;

/**
 * Deduplicates in PostgreSQL. The id and the data that `store` writes are committed together, so that neither exists
 * without the other. Throws a TypeError if `table` is not the name of a table.
 */
export function inPostgres<Client extends PostgresClient>(
  pool: PostgresPool<Client>,
  table = 'seen_notifications',
): Deduplicate<Client> {
  const claim = `insert into ${named(table)} (webhook_id, content_hash) values ($1, $2) on conflict do nothing`;
  const read = `select content_hash from ${named(table)} where webhook_id = $1`;
  return {
    once: async (webhookId, contentHash, store) => {
      const client = await pool.connect();
      let broken: Error | undefined;
      try {
        await client.query('begin');
        // The insert waits until another transaction with the same id commits or rolls back.
        const { rowCount } = await client.query(claim, [webhookId, contentHash]);
        if (rowCount === 1) await store(client);
        const { rows } = await client.query(read, [webhookId]);
        await client.query('commit');
        if (rowCount === 1) return 'stored';
        return rows[0]?.content_hash === contentHash ? 'repeated' : 'changed';
      } catch (error) {
        await client.query('rollback').catch((failure: Error) => {
          broken = failure;
        });
        throw error;
      } finally {
        client.release(broken);
      }
    },
  };
}

function named(table: string): string {
  if (TABLE_NAME.test(table)) return table;
  throw new TypeError('the table is a name, or a schema and a name: lowercase letters, digits and _');
}
