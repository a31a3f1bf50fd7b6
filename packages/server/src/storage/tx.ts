import type pg from 'pg';
import type { Statement } from './statement.ts';

/** The database as operations and stores see it: they can run statements, but neither open nor end a transaction. */
export interface Tx {
  query<Row extends object>(statement: Statement, values: readonly unknown[]): Promise<Row[]>;
}

/** The same for a separate connection. */
export function txOf(client: pg.Client): Tx {
  return { query: (statement, values) => runStatement(client, statement, values) };
}

export async function runStatement<Row extends object>(
  on: pg.Pool | pg.PoolClient | pg.Client,
  statement: Statement,
  values: readonly unknown[],
): Promise<Row[]> {
  const result = await on.query<Row>({ name: statement.name, text: statement.text, values: [...values] });
  return result.rows;
}
