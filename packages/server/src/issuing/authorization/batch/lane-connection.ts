import type pg from 'pg';
import { type StatementSpans, spansNow } from '../../../platform/kernel/spans.ts';
import {
  abandonClient,
  type Database,
  type HostAddress,
  type Statement,
  sendCommand,
  sendTogether,
  toParameter,
} from '../../../platform/storage/index.ts';
import { statementForCitus } from '../message/citus-statements.ts';

/**
 * Planner settings for the connection of a lane, which sends statements without waiting for each other's results. They fit
 * a batch: a few hundred keys against tables of any size, so always by index. Without them, PostgreSQL reads the whole
 * account table while it is small, and plans again for every batch.
 */
const PARAMETERS = {
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  enable_seqscan: 'off',
  enable_bitmapscan: 'off',
  plan_cache_mode: 'force_generic_plan',
  jit: 'off',
};

/** Citus finds the node of a statement by the values of its parameters, so it must plan each statement. */
const ON_CITUS = { ...PARAMETERS, plan_cache_mode: 'force_custom_plan' };

export interface LaneConnection {
  query<Row extends object>(statement: Statement, values: readonly unknown[]): Promise<pg.QueryResult<Row>>;
  command(sql: 'begin' | 'commit' | 'rollback'): Promise<unknown>;
  /** Sets the spans that record the following statements; undefined for those of the code that runs. */
  belongTo(spans: StatementSpans | undefined): void;
  readonly broken: boolean;
  readonly node?: HostAddress | undefined;
  close(): Promise<void>;
  /** Cuts a connection that does not respond. The database may still execute what was sent on it. */
  abandon(): void;
}

/** The limits of a connection that serves traffic. */
export interface LaneLimits {
  /** The time limit of each statement, because no message waits longer. */
  readonly deadlineMs?: number;
  /** How long a statement waits for a lock. No statement waits for the locks of accounts. */
  readonly lockMs?: number;
  /** Whether the accounts are distributed. Then each statement is planned, and names the buckets that it reads. */
  readonly isOnCitus?: boolean;
  /** The node that holds all accounts of the lane. */
  readonly node?: HostAddress | undefined;
}

const LOCK_MS = 100;
/** Citus also locks a shard while a statement writes to it, so servers whose lanes share a shard wait for each other. */
const LOCK_OF_SHARD_MS = 1_000;
/**
 * After this part of the deadline, the database ends the idle transaction of a server that does not respond, so that other
 * servers can lock its accounts within two seconds.
 */
const PART_OF_DEADLINE_IDLE = 1 / 3;
/** The driver gives up this long after the time limit of the database. */
const IDLE_TIMEOUT_MS = 500;

export async function openLaneConnection(
  database: Database,
  { deadlineMs, isOnCitus = false, lockMs = isOnCitus ? LOCK_OF_SHARD_MS : LOCK_MS, node }: LaneLimits,
): Promise<LaneConnection> {
  const client = await database.connect({
    pipeline: true,
    ...(node !== undefined && { at: node }),
    parameters: {
      ...(isOnCitus ? ON_CITUS : PARAMETERS),
      ...(deadlineMs !== undefined && limitsOf(deadlineMs, lockMs)),
    },
    ...(deadlineMs !== undefined && { answerMs: deadlineMs + IDLE_TIMEOUT_MS }),
  });
  let broken = false;
  let within: StatementSpans | undefined;
  client.on('error', () => {
    broken = true;
  });
  client.on('end', () => {
    broken = true;
  });
  return {
    query: ({ name, text }, values) => {
      sendTogether(client);
      const spans = within ?? spansNow();
      const query = { name, text: isOnCitus ? statementForCitus(text) : text, values: values.map(toParameter) };
      return spans === undefined ? client.query(query) : spans.statement(name, () => client.query(query));
    },
    command: (sql) => {
      sendTogether(client);
      return sendCommand(client, sql, within);
    },
    belongTo: (spans) => {
      within = spans;
    },
    node,
    get broken() {
      return broken;
    },
    close: () => client.end(),
    abandon: () => {
      broken = true;
      abandonClient(client);
    },
  };
}

function limitsOf(deadlineMs: number, lockMs: number) {
  return {
    lock_timeout: String(lockMs),
    statement_timeout: String(deadlineMs),
    idle_in_transaction_session_timeout: String(Math.ceil(deadlineMs * PART_OF_DEADLINE_IDLE)),
    transaction_timeout: String(2 * deadlineMs),
  };
}

/** Whether another session held a lock for longer than a lane waits. */
export function isLockTimeout(error: unknown): boolean {
  return (error as { code?: unknown }).code === '55P03';
}

/**
 * Waits for all promises, then throws the first failure. Statements are sent together, and none may still run on the
 * connection when the next batch begins.
 * @param promises in the order of their statements, because those after a failed one report only that its transaction has ended
 */
export async function awaitAll<T extends readonly unknown[]>(
  promises: readonly [...{ [K in keyof T]: Promise<T[K]> }],
): Promise<T> {
  const outcomes = await Promise.allSettled(promises);
  for (const result of outcomes) if (result.status === 'rejected') throw result.reason;
  return outcomes.map((result) => (result as PromiseFulfilledResult<unknown>).value) as unknown as T;
}
