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
import { narrowed } from '../message/narrowed.ts';

/**
 * A lane's own connection. Statements are sent without waiting for each other's answers. The planner settings fit a
 * batch: a few hundred keys against tables of any size, so always by index. Without them PostgreSQL reads the whole
 * account table while that is small, and plans again for every batch.
 */
const PARAMETERS = {
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  enable_seqscan: 'off',
  enable_bitmapscan: 'off',
  plan_cache_mode: 'force_generic_plan',
  jit: 'off',
};

/** Citus finds the node of a statement by the values of its parameters, so it has to plan each one. */
const ON_CITUS = { ...PARAMETERS, plan_cache_mode: 'force_custom_plan' };

export interface LaneConnection {
  query<Row extends object>(statement: Statement, values: readonly unknown[]): Promise<pg.QueryResult<Row>>;
  /** begin, commit, rollback. */
  command(sql: 'begin' | 'commit' | 'rollback'): Promise<unknown>;
  /** What tells of the statements that follow, where something other than what runs now does. */
  belongTo(spans: StatementSpans | undefined): void;
  readonly broken: boolean;
  readonly node?: HostAddress | undefined;
  close(): Promise<void>;
  /** Cuts a connection that does not answer. What was sent on it may still take place. */
  abandon(): void;
}

/** Of a lane that serves traffic. */
export interface LaneLimits {
  /** Of each statement, as no message waits longer. */
  readonly deadlineMs?: number;
  /** How long a statement waits for a lock. Nobody waits for those of accounts. */
  readonly lockMs?: number;
  /** Whether the accounts are distributed: then statements are planned anew, and say in which buckets they look. */
  readonly isOnCitus?: boolean;
  /** The node that holds all accounts of its batches. */
  readonly node?: HostAddress | undefined;
}

const LOCK_MS = 100;
/** Citus locks a shard as well while a statement writes to it: servers whose lanes share one wait for each other. */
const LOCK_OF_SHARD_MS = 1_000;
/**
 * After that the database ends the transaction of a server that stands still, so that its accounts are free for others
 * within two seconds.
 */
const PART_OF_DEADLINE_IDLE = 1 / 3;
/** The driver gives up this long after the database should have. */
const SILENCE_MS = 500;

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
    ...(deadlineMs !== undefined && { answerMs: deadlineMs + SILENCE_MS }),
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
      const query = { name, text: isOnCitus ? narrowed(text) : text, values: values.map(toParameter) };
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

/** Somebody else held a lock for longer than a lane waits. */
export function isLockTimeout(error: unknown): boolean {
  return (error as { code?: unknown }).code === '55P03';
}

/**
 * Waits for all, then throws the first failure: statements were sent together, and none may be left running on the
 * connection when its next batch begins.
 * @param promises in the order in which their statements were sent: those behind a failed one say only that its transaction is over
 */
export async function allSent<T extends readonly unknown[]>(
  promises: readonly [...{ [K in keyof T]: Promise<T[K]> }],
): Promise<T> {
  const settled = await Promise.allSettled(promises);
  for (const result of settled) if (result.status === 'rejected') throw result.reason;
  return settled.map((result) => (result as PromiseFulfilledResult<unknown>).value) as unknown as T;
}
