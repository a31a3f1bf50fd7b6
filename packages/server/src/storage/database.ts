import pg from 'pg';
import type { Statement } from './statement.ts';

/** What operations and stores see of the database: they can ask, but neither open nor end a transaction. */
export interface Tx {
  query<Row extends object>(statement: Statement, values: readonly unknown[]): Promise<Row[]>;
}

export interface Database extends Tx {
  /** Runs `work` in one transaction: committed when it returns `commit: true`, rolled back otherwise and when it throws. */
  transaction<T>(work: (tx: Tx) => Promise<{ commit: boolean; result: T }>): Promise<T>;
  /** A connection of the caller's own, outside the pool, with settings of its own. */
  connect(options: { pipeline?: boolean; parameters?: Record<string, string> }): Promise<pg.Client>;
  close(): Promise<void>;
}

export type ConnectionSettings = pg.ClientConfig;

const INT8 = 20;
const DATE = 1082;

/** bigint for int8, text for date (a Date would shift it by the server's time zone), the driver's own for the rest. */
const types: pg.CustomTypesConfig = {
  getTypeParser(id: number, format?: string) {
    if (id === INT8 && format !== 'binary') return BigInt;
    if (id === DATE && format !== 'binary') return String;
    return pg.types.getTypeParser(id, format as 'text');
  },
} as pg.CustomTypesConfig;

export interface DatabaseOptions {
  connection: ConnectionSettings;
  maxConnections: number;
  /** A statement that runs longer than this is given up. */
  statementTimeoutMs: number;
  onError(error: Error): void;
}

export function openDatabase(options: DatabaseOptions): Database {
  const common = {
    ...options.connection,
    types,
    application_name: 'cardwright',
    connectionTimeoutMillis: 5_000,
    statement_timeout: options.statementTimeoutMs,
    keepAlive: true,
  };
  const pool = new pg.Pool({ ...common, max: options.maxConnections, idleTimeoutMillis: 60_000 });
  // a connection that breaks while idle is replaced by the pool; without a listener it would end the process
  pool.on('error', options.onError);

  return {
    query: (statement, values) => run(pool, statement, values),
    transaction: (work) => runTransaction(pool, work),
    connect: (own) => connectClient(common, own, options.onError),
    close: () => pool.end(),
  };
}

async function run<Row extends object>(
  on: pg.Pool | pg.PoolClient,
  statement: Statement,
  values: readonly unknown[],
): Promise<Row[]> {
  const result = await on.query<Row>({ name: statement.name, text: statement.text, values: [...values] });
  return result.rows;
}

async function runTransaction<T>(pool: pg.Pool, work: (tx: Tx) => Promise<{ commit: boolean; result: T }>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  const noteBroken = (error: Error) => {
    broken = error;
  };
  client.on('error', noteBroken);
  try {
    await client.query('begin');
    const { commit, result } = await work({ query: (statement, values) => run(client, statement, values) });
    await client.query(commit ? 'commit' : 'rollback');
    return result;
  } catch (error) {
    // a connection that cannot even roll back is not given to anybody else
    await client.query('rollback').catch(noteBroken);
    throw error;
  } finally {
    client.off('error', noteBroken);
    client.release(broken);
  }
}

async function connectClient(
  common: pg.ClientConfig,
  own: { pipeline?: boolean; parameters?: Record<string, string> },
  onError: (error: Error) => void,
): Promise<pg.Client> {
  const settings = Object.entries(own.parameters ?? {}).map(([name, value]) => `-c ${name}=${value}`);
  const config: pg.ClientConfig & { pipeline?: boolean } = { ...common, pipeline: own.pipeline ?? false };
  if (settings.length > 0) config.options = [common.options ?? '', ...settings].join(' ').trim();
  const client = new pg.Client(config);
  client.on('error', onError);
  await client.connect();
  return client;
}
