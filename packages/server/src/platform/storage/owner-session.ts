import type { Database } from './database.ts';
import { dropPartition, monthsOf } from './partitions.ts';
import { type Tx, txOf } from './tx.ts';

/** A connection as the owner of the tables, for work that the servers' role may not do. */
export interface OwnerSession {
  /** Runs `work` in a transaction, which rolls back unless `work` returns `commit: true`. */
  transaction<T>(work: (tx: Tx) => Promise<{ commit: boolean; result: T }>): Promise<T>;
  /** Returns the months that a table has partitions for, oldest first. */
  monthsOf(table: string): Promise<Date[]>;
  /** Drops a month of a table, within the current transaction. */
  dropPartition(table: string, month: Date): Promise<void>;
}

export async function asOwner<T>(database: Database, work: (session: OwnerSession) => Promise<T>): Promise<T> {
  const client = await database.connect({ unlimited: true, asOwner: true });
  try {
    return await work({
      transaction: async (inside) => {
        await client.query('begin');
        try {
          const { commit, result } = await inside(txOf(client));
          await client.query(commit ? 'commit' : 'rollback');
          return result;
        } catch (error) {
          await client.query('rollback').catch(() => {});
          throw error;
        }
      },
      monthsOf: (table) => monthsOf(client, table),
      dropPartition: (table, month) => dropPartition(client, table, month),
    });
  } finally {
    await client.end();
  }
}
