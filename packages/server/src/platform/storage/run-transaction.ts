import type { CommitNotifications } from './commit-notifications.ts';
import { isConnectionTimeout } from './connection-timeout.ts';
import { abandonClient } from './hosts/hosted-client.ts';
import type { LockQueues, TransactionLocks } from './lock-queues.ts';
import type { PoolQueue } from './pool-queue.ts';
import type { Statement } from './statement.ts';
import { runStatement, sendCommand, sendTogether, type Tx } from './tx.ts';

/** SQLSTATE of a statement after a failed one of the transaction. */
const ABORTED = '25P02';

export function hasNotification(
  statement: Statement,
  rows: readonly unknown[],
): statement is Statement & { notifies: string } {
  return statement.notifies !== undefined && rows.length > 0;
}

/** The result of a transaction's work, and whether to commit it. */
export interface TransactionOutcome<T> {
  readonly commit: boolean;
  readonly result: T;
  /** A last statement whose rows are not needed: it is sent with the commit. */
  readonly last?: { readonly statement: Statement; readonly values: readonly unknown[] } | undefined;
}

/** Shared by all transactions of a process. */
export interface TransactionDeps {
  readonly poolQueue: PoolQueue;
  readonly notifications: CommitNotifications;
  readonly locks: LockQueues;
}

/**
 * Runs a transaction. If it reaches an object that another transaction of this process has locked (lock-queues.ts), it
 * rolls back, waits for the object without a connection, and runs its work again from the start, with nothing of the
 * first run stored.
 * @param signal of the caller: when it aborts, the transaction leaves the queue
 */
export async function runTransaction<T>(
  { poolQueue, notifications, locks }: TransactionDeps,
  work: (tx: Tx) => Promise<TransactionOutcome<T>>,
  signal?: AbortSignal,
): Promise<T> {
  const transactionLocks = locks.open();
  try {
    for (;;) {
      const ended = await runOnce(poolQueue, notifications, transactionLocks, work);
      if (ended !== 'WAITS') return ended.result;
      await transactionLocks.wait(signal);
    }
  } finally {
    transactionLocks.release();
  }
}

/**
 * Sends the beginning with the first statement, and the end with the last one, because each awaited answer takes a turn
 * of the event loop, which lasts many milliseconds during authorizations.
 */
async function runOnce<T>(
  poolQueue: PoolQueue,
  notifications: CommitNotifications,
  transactionLocks: TransactionLocks,
  work: (tx: Tx) => Promise<TransactionOutcome<T>>,
): Promise<Pick<TransactionOutcome<T>, 'result'> | 'WAITS'> {
  const { client, release } = await poolQueue.connect();
  let broken: Error | undefined;
  const noteBroken = (error: Error) => {
    broken = error;
  };
  client.on('error', noteBroken);
  let begin: Promise<unknown> | undefined;
  let isOver = false;
  let blocked: Error | undefined;
  let failed: unknown;
  try {
    const channels = new Set<string>();
    const query = async (statement: Statement, values: readonly unknown[]): Promise<never[]> => {
      // a statement after a failed one would commit by itself
      if (isOver) throw new Error(`${statement.name}: the transaction is over`);
      if (!transactionLocks.take(statement, values)) {
        isOver = true;
        blocked = new Error(`${statement.name}: another transaction has the lock`);
        throw blocked;
      }
      sendTogether(client);
      if (begin === undefined) {
        begin = sendCommand(client, 'begin');
        // the error is thrown at the end: on a connection that cannot begin, later statements fail too
        begin.catch(() => {});
      }
      const rows = await runStatement<never>(client, statement, values).catch((error: unknown) => {
        failed ??= error;
        throw error;
      });
      if (hasNotification(statement, rows)) channels.add(statement.notifies);
      return rows;
    };
    const { commit, result, last } = await work({ query });
    // work that continues without its lock must not commit
    if (blocked !== undefined) throw blocked;
    const lastQuery = commit && last !== undefined ? query(last.statement, last.values) : undefined;
    // the last statement may find its object locked too; then nothing commits
    if (isOver) await lastQuery;
    isOver = true;
    if (begin !== undefined) await awaitAll([begin, lastQuery, sendCommand(client, commit ? 'commit' : 'rollback')]);
    if (commit) for (const channel of channels) notifications.committed(channel);
    return { result };
  } catch (error) {
    isOver = true;
    // a connection that did not answer, or cannot roll back, is not reused
    if (isConnectionTimeout(error)) {
      broken = error as Error;
      abandonClient(client);
    } else if (begin !== undefined) await client.query('rollback').catch(noteBroken);
    if (error === blocked) return 'WAITS';
    // statements that were sent together fail one after the other, and the caller may see the failure of a later one first
    throw (error as { code?: unknown }).code === ABORTED ? (failed ?? error) : error;
  } finally {
    client.off('error', noteBroken);
    release(broken);
  }
}

/**
 * Waits for all and throws the first failure: after a failed statement, PostgreSQL answers a commit with a rollback.
 */
async function awaitAll(commands: readonly (Promise<unknown> | undefined)[]): Promise<void> {
  for (const one of await Promise.allSettled(commands)) if (one.status === 'rejected') throw one.reason;
}
