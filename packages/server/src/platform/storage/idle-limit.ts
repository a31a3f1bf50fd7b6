import { statement } from './statement.ts';
import type { Tx } from './tx.ts';

const lift = statement(
  'storage.lift-idle-limit',
  `select set_config('idle_in_transaction_session_timeout', '0', true)`,
);

/**
 * Removes the idle limit of a transaction that computes for long between its statements and locks nothing that traffic
 * waits for.
 */
export async function liftIdleLimit(tx: Tx): Promise<void> {
  await tx.query(lift, []);
}
