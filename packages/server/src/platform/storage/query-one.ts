import type { Statement } from './statement.ts';
import type { Tx } from './tx.ts';

/** Returns the row of a statement that always returns exactly one. */
export async function queryOne<Row extends object>(
  tx: Tx,
  statement: Statement,
  values: readonly unknown[],
): Promise<Row> {
  const [row] = await tx.query<Row>(statement, values);
  if (row === undefined) throw new Error(`the statement ${statement.name} answered no row`);
  return row;
}
