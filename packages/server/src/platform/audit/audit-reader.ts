import { type Database, findBucketNodes, type Tx, txOf } from '../storage/index.ts';
import { shareMonthsLock } from './audit-month-store.ts';

/** Forces index scans, because a plan that scans the whole log for each page would never finish. */
const JOINS = { enable_hashjoin: 'off', enable_mergejoin: 'off', jit: 'off' };
const PARAMETERS = { ...JOINS, plan_cache_mode: 'force_generic_plan' };
/** Citus plans each execution, because it finds the node of a log by the value of the distribution column. */
const ON_CITUS = { ...JOINS, enable_seqscan: 'off', plan_cache_mode: 'force_custom_plan' };

/** Reads logs from beginning to end on a separate connection. No month can be dropped at the same time. */
export async function readAuditLogs<T>(database: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  const isOnCitus = (await findBucketNodes(database)) !== undefined;
  const client = await database.connect({ unlimited: true, parameters: isOnCitus ? ON_CITUS : PARAMETERS });
  try {
    const tx = txOf(client);
    await shareMonthsLock(tx);
    return await work(tx);
  } finally {
    await client.end();
  }
}
