import type { CommitNotifications } from './commit-notifications.ts';
import { isConnectionTimeout } from './connection-timeout.ts';
import { abandonClient } from './hosts/hosted-client.ts';
import type { HeldLocks, LockQueues } from './lock-queues.ts';
import type { PoolQueue } from './pool-queue.ts';
import type { Statement } from './statement.ts';
import { runStatement, sendCommand, sendTogether, type Tx } from './tx.ts';

export function hasNotification(
  statement: Statement,
  rows: readonly unknown[],
): statement is Statement & { notifies: string } {
  return statement.notifies !== undefined && rows.length > 0;
}

/** What a transaction did. */
export interface TransactionOutcome<T> {
  readonly commit: boolean;
  readonly result: T;
  /** A last statement, whose rows nobody asks for: it is sent with the commit. */
  readonly last?: { readonly statement: Statement; readonly values: readonly unknown[] } | undefined;
}

/** What transactions of a process share. */
export interface TransactionDeps {
  readonly poolQueue: PoolQueue;
  readonly notifications: CommitNotifications;
  readonly locks: LockQueues;
}

/**
 * Where the transaction comes to an object that another one of this process has locked (lock-queues.ts), it is rolled back, waits for the
 * object without a connection, and does its work again from the start: as after any failure, nothing of the first time is kept.
 * @param gone of the caller, whose place in the queue it gives up
 */
export async function runTransaction<T>(
  { poolQueue, notifications, locks }: TransactionDeps,
  work: (tx: Tx) => Promise<TransactionOutcome<T>>,
  gone?: AbortSignal,
): Promise<T> {
  const held = locks.open();
  try {
    for (;;) {
      const ended = await runOnce(poolQueue, notifications, held, work);
      if (ended !== 'WAITS') return ended.result;
      await held.wait(gone);
    }
  } finally {
    held.release();
  }
}

/**
 * Each answer that is waited for is a turn of the event loop, which takes many milliseconds while authorizations come. So the beginning
 * is sent with the first statement, and the end with the last one.
 */
async function runOnce<T>(
  poolQueue: PoolQueue,
  notifications: CommitNotifications,
  held: HeldLocks,
  work: (tx: Tx) => Promise<TransactionOutcome<T>>,
): Promise<Pick<TransactionOutcome<T>, 'result'> | 'WAITS'> {
  const client = await poolQueue.connect();
  let broken: Error | undefined;
  const noteBroken = (error: Error) => {
    broken = error;
  };
  client.on('error', noteBroken);
  let begun: Promise<unknown> | undefined;
  let isOver = false;
  let blocked: Error | undefined;
  try {
    const channels = new Set<string>();
    const query = async (statement: Statement, values: readonly unknown[]): Promise<never[]> => {
      // what runs on after another statement has failed would be committed by itself
      if (isOver) throw new Error(`${statement.name}: the transaction is over`);
      if (!held.take(statement, values)) {
        isOver = true;
        blocked = new Error(`${statement.name}: another transaction has the lock`);
        throw blocked;
      }
      sendTogether(client);
      if (begun === undefined) {
        begun = sendCommand(client, 'begin');
        // seen at the end; what follows on a connection that cannot begin fails too
        begun.catch(() => {});
      }
      const rows = await runStatement<never>(client, statement, values);
      if (hasNotification(statement, rows)) channels.add(statement.notifies);
      return rows;
    };
    const { commit, result, last } = await work({ query });
    // work that goes on without what it could not lock is not done
    if (blocked !== undefined) throw blocked;
    const lastSent = commit && last !== undefined ? query(last.statement, last.values) : undefined;
    // the last statement may find its object locked as well: then nothing is committed
    if (isOver) await lastSent;
    isOver = true;
    if (begun !== undefined) await allDone([begun, lastSent, sendCommand(client, commit ? 'commit' : 'rollback')]);
    if (commit) for (const channel of channels) notifications.committed(channel);
    return { result };
  } catch (error) {
    isOver = true;
    // a connection that did not answer, or cannot roll back, is not reused
    if (isConnectionTimeout(error)) {
      broken = error as Error;
      abandonClient(client);
    } else if (begun !== undefined) await client.query('rollback').catch(noteBroken);
    if (error === blocked) return 'WAITS';
    throw error;
  } finally {
    client.off('error', noteBroken);
    client.release(broken);
  }
}

/** The first failure, once all have ended: after a statement that failed, PostgreSQL answers a commit with a rollback. */
async function allDone(sent: readonly (Promise<unknown> | undefined)[]): Promise<void> {
  for (const one of await Promise.allSettled(sent)) if (one.status === 'rejected') throw one.reason;
}
