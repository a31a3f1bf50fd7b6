import pg from 'pg';
import { SERVER_ROLE } from './server-role.ts';
import { checkSessions, parametersOf, type SessionParameters, setUpSession } from './session.ts';
import { type Statement, statement } from './statement.ts';
import { createWakes, type Wakes } from './wakes.ts';

/** The database as operations and stores see it: they can run statements, but neither open nor end a transaction. */
export interface Tx {
  query<Row extends object>(statement: Statement, values: readonly unknown[]): Promise<Row[]>;
}

export interface Database extends Tx {
  /** Runs `work` in one transaction: committed when it returns `commit: true`, rolled back otherwise and when it throws. */
  transaction<T>(work: (tx: Tx) => Promise<{ commit: boolean; result: T }>): Promise<T>;
  /**
   * Calls the listener after each commit of this process that wakes the channel. Other processes are told by NOTIFY, now and
   * then. Answers how to stop listening.
   */
  onWake(channel: string, listener: () => void): () => void;
  /** A separate connection outside the pool, with its own settings. */
  connect(options: OwnConnection): Promise<pg.Client>;
  /**
   * Throws a sentence where a pooler does not keep sessions: as the owner before anything is changed, as a server once its role
   * is there.
   */
  checkSessions(options: { asOwner: boolean }): Promise<'direct' | 'pooled'>;
  close(): Promise<void>;
}

interface OwnConnection {
  pipeline?: boolean;
  parameters?: SessionParameters;
  /** Without a statement time limit: for a migration, or the wait for another server's. */
  unlimited?: boolean;
  /**
   * Connect as the owner of the tables instead of the servers' role: creates tables and partitions, drops old months.
   */
  asOwner?: boolean;
}

export type ConnectionSettings = pg.ClientConfig;

/** The driver's error message for a statement that it stopped waiting for. */
const NO_ANSWER = 'Query read timeout';
/**
 * Grace time after the statement limit. A database that has not answered by then hangs, or the network to it is cut.
 */
const SILENCE_MS = 2_000;

/** For a connection to be made. */
const CONNECT_MS = 5_000;

/**
 * Of the pool. Waiting until a connection of the pool is free is part of a request, as waiting for a lock is, and may take as
 * long as a statement; only the making of a connection has a shorter limit.
 */
class PooledClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super({ ...(config as pg.ClientConfig), connectionTimeoutMillis: CONNECT_MS });
  }
}

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
  /** The login of the tables' owner, where it is another one. */
  ownerConnection?: ConnectionSettings | undefined;
  maxConnections: number;
  /** Time limit of a statement. */
  statementTimeoutMs: number;
  onError(error: Error): void;
}

export function openDatabase(options: DatabaseOptions): Database {
  const common = {
    types,
    application_name: 'cardwright',
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: options.statementTimeoutMs === 0 ? 0 : options.statementTimeoutMs + SILENCE_MS,
    keepAlive: true,
  };
  const limit = { statement_timeout: String(options.statementTimeoutMs) };
  let isClosed = false;
  // the database may break what is just being closed
  const onError = (error: Error) => {
    if (!isClosed) options.onError(error);
  };
  const asServer = loginOf({ ...options.connection, ...common }, { ...limit, role: SERVER_ROLE });
  const asOwner = loginOf({ ...(options.ownerConnection ?? options.connection), ...common }, limit);
  const pool = new pg.Pool({
    ...asServer.connection,
    Client: PooledClient,
    connectionTimeoutMillis: options.statementTimeoutMs,
    max: options.maxConnections,
    idleTimeoutMillis: 60_000,
    onConnect: (client) => setUpSession(client, asServer.parameters),
  });
  // the pool replaces a connection that breaks while idle; without a listener, the error would end the process
  pool.on('error', onError);

  const wakes = createWakes((channel) => pool.query(notify.text, [channel]));
  const connect = (own: OwnConnection) => connectClient(own.asOwner === true ? asOwner : asServer, own, onError);

  return {
    query: async (statement, values) => {
      const rows = await run<never>(pool, statement, values);
      if (isWoken(statement, rows)) wakes.committed(statement.wakes);
      return rows;
    },
    transaction: (work) => runTransaction(pool, wakes, work),
    onWake: wakes.on,
    connect,
    checkSessions: (as) => checkSessions(() => connect(as)),
    close: () => {
      isClosed = true;
      wakes.stop();
      return pool.end();
    },
  };
}

/** The same for a separate connection. */
export function txOf(client: pg.Client): Tx {
  return { query: (statement, values) => run(client, statement, values) };
}

async function run<Row extends object>(
  on: pg.Pool | pg.PoolClient | pg.Client,
  statement: Statement,
  values: readonly unknown[],
): Promise<Row[]> {
  const result = await on.query<Row>({ name: statement.name, text: statement.text, values: [...values] });
  return result.rows;
}

const notify = statement('storage.notify', `select pg_notify($1, '')`);

function isWoken(statement: Statement, rows: readonly unknown[]): statement is Statement & { wakes: string } {
  return statement.wakes !== undefined && rows.length > 0;
}

async function runTransaction<T>(
  pool: pg.Pool,
  wakes: Wakes,
  work: (tx: Tx) => Promise<{ commit: boolean; result: T }>,
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  const noteBroken = (error: Error) => {
    broken = error;
  };
  client.on('error', noteBroken);
  try {
    await client.query('begin');
    const woken = new Set<string>();
    const { commit, result } = await work({
      query: async (statement, values) => {
        const rows = await run<never>(client, statement, values);
        if (isWoken(statement, rows)) woken.add(statement.wakes);
        return rows;
      },
    });
    await client.query(commit ? 'commit' : 'rollback');
    if (commit) for (const channel of woken) wakes.committed(channel);
    return result;
  } catch (error) {
    // a connection that did not answer, or cannot roll back, is not reused
    if ((error as Error).message === NO_ANSWER) broken = error as Error;
    else await client.query('rollback').catch(noteBroken);
    throw error;
  } finally {
    client.off('error', noteBroken);
    client.release(broken);
  }
}

/** Who connects, and what its sessions work under. */
interface Login {
  readonly connection: pg.ClientConfig;
  readonly parameters: SessionParameters;
}

/** Options of the URL or of PGOPTIONS are set once more after connecting, as a pooler may have dropped them. */
function loginOf(connection: pg.ClientConfig, parameters: SessionParameters): Login {
  const { connectionString = '' } = connection;
  const inUrl = URL.canParse(connectionString) ? new URL(connectionString).searchParams.get('options') : null;
  const given = inUrl ?? connection.options ?? process.env.PGOPTIONS ?? '';
  return { connection, parameters: { ...parametersOf(given), ...parameters } };
}

async function connectClient(login: Login, own: OwnConnection, onError: (error: Error) => void): Promise<pg.Client> {
  const config: pg.ClientConfig & { pipeline?: boolean } = {
    ...login.connection,
    pipeline: own.pipeline ?? false,
    ...(own.unlimited && { query_timeout: 0 }),
  };
  const client = new pg.Client(config);
  client.on('error', onError);
  await client.connect();
  try {
    const unlimited = own.unlimited ? { statement_timeout: '0' } : {};
    await setUpSession(client, { ...login.parameters, ...unlimited, ...own.parameters });
  } catch (error) {
    await client.end().catch(onError);
    throw error;
  }
  return client;
}
