import { statement } from './statement.ts';
import type { Tx } from './tx.ts';

/**
 * Writes only a record to the write-ahead log, so that the commit waits for the standby. A decision whose commit was
 * interrupted during that wait can be read at once, but a failover erases it. So a server repeats a stored answer only
 * after a separate commit: once that is safe, everything before it is.
 */
export const raiseBarrier = statement(
  'storage.raise-barrier',
  `select pg_logical_emit_message(true, 'cardwright', '')`,
);

/** Call it in a transaction that repeats a stored answer and may write nothing else. */
export async function durabilityBarrier(tx: Tx): Promise<void> {
  await tx.query(raiseBarrier, []);
}
