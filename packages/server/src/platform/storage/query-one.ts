import type { Statement } from './statement.ts';
import type { Tx } from './tx.ts';

/** The row of a statement that always answers one. */
export async function queryOne<Row extends object>(
  tx: Tx,
  statement: Statement,
  values: readonly unknown[],
): Promise<Row> {
  const [row] = await tx.query<Row>(statement, values);
  if (row === undefined) throw new Error(`the statement ${statement.name} answered no row`);
  return row;
}
