import type { Deduplicate } from './deduplicate.ts';

/** The part of `pg` that is used; the client is handed to `keep`, so that it stores in the same transaction. */
export interface PostgresClient {
  query(text: string, values?: unknown[]): Promise<{ rows: { content_hash?: unknown }[]; rowCount: number | null }>;
}
export interface PostgresPool<Client extends PostgresClient> {
  connect(): Promise<Client & { release(error?: Error | boolean): void }>;
}

const TABLE_NAME = /^[a-z_][a-z0-9_]*(\.[a-z_][a-z0-9_]*)?$/;

/** Create it with your own migrations. Delete rows when you like, but not of the last 30 days. */
export const seenNotificationsTable = (table = 'seen_notifications') => `create table if not exists ${named(table)} (
  webhook_id   text primary key,
  content_hash text not null,
  kept_at      timestamptz not null default now()
)`;

/** The id and what `keep` stores are committed together, so that neither is there without the other. */
export function inPostgres<Client extends PostgresClient>(
  pool: PostgresPool<Client>,
  table = 'seen_notifications',
): Deduplicate<Client> {
  const claim = `insert into ${named(table)} (webhook_id, content_hash) values ($1, $2) on conflict do nothing`;
  const read = `select content_hash from ${named(table)} where webhook_id = $1`;
  return {
    once: async (webhookId, contentHash, keep) => {
      const client = await pool.connect();
      let broken: Error | undefined;
      try {
        await client.query('begin');
        // waits for another one that holds the id, until that one is committed or rolled back
        const { rowCount } = await client.query(claim, [webhookId, contentHash]);
        if (rowCount === 1) await keep(client);
        const { rows } = await client.query(read, [webhookId]);
        await client.query('commit');
        if (rowCount === 1) return 'kept';
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
  throw new TypeError('the table is a name, or a schema and a name: small letters, digits and _');
}
