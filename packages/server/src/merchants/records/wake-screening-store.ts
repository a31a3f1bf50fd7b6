import { statement, type Tx } from '../../storage/index.ts';

const notifyScreening = statement('merchants.notify-screening', `select pg_notify('cardwright_screening', '')`);

/** Wakes the screening of all servers once this transaction is committed. */
export async function wakeScreening(tx: Tx): Promise<void> {
  await tx.query(notifyScreening, []);
}
