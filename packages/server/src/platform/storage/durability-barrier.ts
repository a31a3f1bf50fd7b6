import { statement } from './statement.ts';
import type { Tx } from './tx.ts';

/**
 * Writes nothing but a record into the write-ahead log, so that the commit has something to wait for. A decision whose commit
 * was broken off while it waited for the standby can be read at once, and a failover erases it. An answer that was read is
 * therefore repeated only after a commit of its own: where that is safe, so is everything before it.
 */
export const raiseBarrier = statement(
  'storage.keep-what-is-before',
  `select pg_logical_emit_message(true, 'cardwright', '')`,
);

/** In a transaction that repeats a stored answer, and may write nothing else. */
export async function durabilityBarrier(tx: Tx): Promise<void> {
  await tx.query(raiseBarrier, []);
}
