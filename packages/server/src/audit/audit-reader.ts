import { type Database, statement, type Tx, txOf } from '../storage/index.ts';
import { AUDIT_MONTHS_LOCK } from './drop-old-months.ts';

const shareMonths = statement('audit.share-months', 'select pg_advisory_lock_shared($1)');

/** Pages are read by index, whatever the size of the log: a plan that reads all of it for each page would never end. */
const PARAMETERS = {
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  plan_cache_mode: 'force_generic_plan',
  jit: 'off',
};

/** For reading a log from its beginning to its end: on a connection of its own, while which no month of it is dropped. */
export async function readAuditLogs<T>(database: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await database.connect({ unlimited: true, parameters: PARAMETERS });
  try {
    const tx = txOf(client);
    await tx.query(shareMonths, [AUDIT_MONTHS_LOCK]);
    return await work(tx);
  } finally {
    await client.end();
  }
}
