import { statement, type Tx } from '../../platform/storage/index.ts';

const wakeStatement = statement('merchants.wake-screening', 'select 1 as woken', { notifies: 'cardwright_screening' });

/** Wakes the screening of all servers after this transaction is committed. */
export async function notifyScreening(tx: Tx): Promise<void> {
  await tx.query(wakeStatement, []);
}
