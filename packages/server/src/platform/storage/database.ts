import pg from 'pg';
import type { TrafficGauge } from '../kernel/concurrency/background-throttle.ts';
import { createCommitNotifications } from './commit-notifications.ts';
import {
  CONNECT_MS,
  type ConnectionSettings,
  connectClient,
  loginOf,
  type OwnConnection,
  PooledClient,
} from './connect.ts';
import { openHosts } from './hosts/database-hosts.ts';
import { createLockQueues } from './lock-queues.ts';
import { createPoolQueue, transactionsAtOnce } from './pool-queue.ts';
import { hasNotification, runTransaction, type TransactionOutcome } from './run-transaction.ts';
import { SERVER_ROLE } from './server-role.ts';
import { checkSessions, setUpSession } from './session.ts';
import { statement } from './statement.ts';
import { runStatement, type Tx } from './tx.ts';

export interface Database extends Tx {
  /**
   * Runs `work` in one transaction, which commits if `work` returns `commit: true`, and rolls back otherwise and if it
   * throws. If `work` has to wait for a lock of this process, the transaction also rolls back and `work` runs again, so
   * it must not store state outside of the transaction.
   * @param signal of the caller: the wait for a lock ends with `ClientDisconnected`
   */
  transaction<T>(work: (tx: Tx) => Promise<TransactionOutcome<T>>, signal?: AbortSignal): Promise<T>;
  /**
   * Calls the listener after each commit of this process that notifies the channel. Other processes get a NOTIFY at
   * intervals. Returns a function that stops listening.
   */
  onWake(channel: string, listener: () => void): () => void;
  /**
   * The current state of the pool: its connections, the idle ones, and the number of callers that wait for a connection
   * or for a lock.
   */
  pool(): { readonly open: number; readonly idle: number; readonly waiting: number; readonly waitingForLocks: number };
  /** A separate connection outside the pool, with its own settings. */
  connect(options: OwnConnection): Promise<pg.Client>;
  /**
   * Throws if a pooler does not keep sessions. The owner checks before it changes anything, and a server after its role
   * exists.
   */
  checkSessions(options: { asOwner: boolean }): Promise<'direct' | 'pooled'>;
  close(): Promise<void>;
}

/**
 * Grace time after the statement limit, in milliseconds. A database that has not answered by then hangs, or the network
 * to it is cut.
 */
const IDLE_TIMEOUT_MS = 2_000;

const INT8 = 20;
const DATE = 1082;
const TIMESTAMPTZ = 1184;

/**
 * Caches the last parsed time, because rows that are read together often have the same one, and parsing it is most of
 * the cost of reading a row.
 */
function cacheLatest(parse: (text: string) => unknown): (text: string) => unknown {
  let latest = { text: '', at: Number.NaN };
  return (text) => {
    if (text === latest.text) return new Date(latest.at);
    const parsed = parse(text);
    // infinity is not a Date
    if (parsed instanceof Date) latest = { text, at: parsed.getTime() };
    return parsed;
  };
}

const readTime = cacheLatest(pg.types.getTypeParser(TIMESTAMPTZ, 'text'));

/**
 * bigint for int8, text for date (a Date would shift it by the server's time zone), and the driver's own types for the
 * rest.
 */
const types: pg.CustomTypesConfig = {
  getTypeParser(id: number, format?: string) {
    if (id === INT8 && format !== 'binary') return BigInt;
    if (id === DATE && format !== 'binary') return String;
    if (id === TIMESTAMPTZ && format !== 'binary') return readTime;
    return pg.types.getTypeParser(id, format as 'text');
  },
} as pg.CustomTypesConfig;

export interface DatabaseOptions {
  connection: ConnectionSettings;
  /** The login of the tables' owner, if it is a different one. */
  ownerConnection?: ConnectionSettings | undefined;
  maxConnections: number;
  /** Measures authorizations. Fewer transactions run at once while these are slower than usual. */
  traffic?: TrafficGauge;
  /** Time limit of a statement. */
  statementTimeoutMs: number;
  /**
   * The database ends a transaction that is idle for this long. Undefined for commands of an operator, which have no
   * limit.
   */
  idleTransactionMs?: number;
  onError(error: Error): void;
}

export function openDatabase(options: DatabaseOptions): Database {
  const common = {
    types,
    application_name: 'cardwright',
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: options.statementTimeoutMs === 0 ? 0 : options.statementTimeoutMs + IDLE_TIMEOUT_MS,
    keepAlive: true,
  };
  const limit = {
    statement_timeout: String(options.statementTimeoutMs),
    ...(options.idleTransactionMs !== undefined && {
      idle_in_transaction_session_timeout: String(Math.ceil(options.idleTransactionMs)),
    }),
  };
  let isClosed = false;
  // the database may break a connection that is being closed
  const onError = (error: Error) => {
    if (!isClosed) options.onError(error);
  };
  const hosts = openHosts(options.connection, onError);
  const ownerHosts = options.ownerConnection === undefined ? hosts : openHosts(options.ownerConnection, onError);
  const asServer = loginOf({ ...hosts.connection, ...common, hosts }, { ...limit, role: SERVER_ROLE });
  const asOwner = loginOf({ ...ownerHosts.connection, ...common, hosts: ownerHosts }, limit);
  const pool = new pg.Pool({
    ...asServer.connection,
    Client: PooledClient,
    // independent statements of a transaction are sent together
    ...{ pipeline: true },
    connectionTimeoutMillis: options.statementTimeoutMs,
    max: options.maxConnections,
    idleTimeoutMillis: 60_000,
    onConnect: (client) => setUpSession(client, asServer.parameters),
  });
  // the pool replaces a connection that breaks while idle; without a listener, the error would end the process
  pool.on('error', onError);

  const { maxConnections, traffic } = options;
  const atOnce = () => transactionsAtOnce(maxConnections, traffic);
  const poolQueue = createPoolQueue(pool, options.statementTimeoutMs, atOnce);
  const locks = createLockQueues(options.statementTimeoutMs);
  const notifications = createCommitNotifications((channel) => pool.query(notify.text, [channel]));
  const connect = (own: OwnConnection) => connectClient(own.asOwner === true ? asOwner : asServer, own, onError);

  return {
    query: async (statement, values) => {
      const rows = await runStatement<never>(pool, statement, values);
      if (hasNotification(statement, rows)) notifications.committed(statement.notifies);
      return rows;
    },
    transaction: (work, signal) => runTransaction({ poolQueue, notifications, locks }, work, signal),
    onWake: notifications.on,
    pool: () => ({
      open: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount + poolQueue.waiting(),
      waitingForLocks: locks.counts().waiting,
    }),
    connect,
    checkSessions: (as) => checkSessions(() => connect(as)),
    close: () => {
      isClosed = true;
      notifications.stop();
      return pool.end();
    },
  };
}

const notify = statement('storage.notify', `select pg_notify($1, '')`);
