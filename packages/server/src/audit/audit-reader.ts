import { type Database, statement, type Tx, txOf } from '../storage/index.ts';
import { AUDIT_MONTHS_LOCK } from './drop-old-months.ts';

const shareMonths = statement('audit.share-months', 'select pg_advisory_lock_shared($1)');

/** Forces index scans: a plan that scans the whole log for each page would never finish. */
const PARAMETERS = {
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  plan_cache_mode: 'force_generic_plan',
  jit: 'off',
};

/** Reads logs from beginning to end, on its own connection. Meanwhile no month can be dropped. */
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
