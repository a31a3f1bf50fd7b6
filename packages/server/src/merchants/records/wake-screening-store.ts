import { statement, type Tx } from '../../storage/index.ts';

const notifyScreening = statement('merchants.notify-screening', `select pg_notify('cardwright_screening', '')`);

/** Tells all servers to look, once this transaction is committed. */
export async function wakeScreening(tx: Tx): Promise<void> {
  await tx.query(notifyScreening, []);
}
