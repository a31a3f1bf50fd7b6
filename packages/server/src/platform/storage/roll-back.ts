import { statement } from './statement.ts';
import type { Tx } from './tx.ts';

const begin = statement('storage.begin-part', 'savepoint part');
const undo = statement('storage.undo-part', 'rollback to savepoint part');

/** Runs a part of a transaction and rolls back everything that it wrote. */
export async function rollBackAfter<R>(tx: Tx, work: () => Promise<R>): Promise<R> {
  await tx.query(begin, []);
  const result = await work();
  await tx.query(undo, []);
  return result;
}
