import type pg from 'pg';
import { type StatementSpans, spansNow } from '../kernel/spans.ts';
import { toParameter } from './parameter.ts';
import type { Statement } from './statement.ts';

/** The database for operations and stores: they can run statements, but neither open nor end a transaction. */
export interface Tx {
  query<Row extends object>(statement: Statement, values: readonly unknown[]): Promise<Row[]>;
}

/** A `Tx` on a separate connection. */
export function txOf(client: pg.Client): Tx {
  return { query: (statement, values) => runStatement(client, statement, values) };
}

export async function runStatement<Row extends object>(
  on: pg.Pool | pg.PoolClient | pg.Client,
  statement: Statement,
  values: readonly unknown[],
): Promise<Row[]> {
  const { name, text, plannedEachTime } = statement;
  const spans = spansNow();
  const query = { ...(plannedEachTime !== true && { name }), text, values: values.map(toParameter) };
  const result = await (spans === undefined ? on.query<Row>(query) : spans.statement(name, () => on.query<Row>(query)));
  return result.rows;
}

/** Sends a command that begins or ends a transaction. */
export function sendCommand(
  on: Pick<pg.ClientBase, 'query'>,
  command: 'begin' | 'commit' | 'rollback',
  spans: StatementSpans | undefined = spansNow(),
) {
  return spans === undefined ? on.query(command) : spans.statement(command, () => on.query(command));
}

/**
 * Combines everything that is sent on a connection in this turn of the event loop into one write. A write for each
 * statement would wake the database each time, which takes longer than the transmission.
 */
export function sendTogether(on: pg.ClientBase): void {
  // the driver's type only has `connection` on its own clients, but those of a pool have it too
  const { stream } = (on as pg.Client).connection;
  if (stream.writableCorked > 0) return;
  stream.cork();
  queueMicrotask(() => stream.uncork());
}
