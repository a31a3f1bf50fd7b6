import { Overloaded } from '../kernel/concurrency/overloaded.ts';
import { createSemaphore, type Semaphore } from '../kernel/concurrency/semaphore.ts';
import type { Statement } from './statement.ts';

/** Maximum number of waiting requests for an object. At 10 ms each, the last one would wait for more than 2 s. */
const MAX_QUEUE_LENGTH = 256;

/**
 * A queue, in front of the pool, for each object that transactions of this process lock. In the database, a transaction
 * waits for a lock with its connection: sixty requests about one card would hold all connections of the pool, and
 * requests about other cards would find none. Processes compete for the lock in the database, where at most one
 * transaction of each process waits for an object.
 */
export interface LockQueues {
  /** Opens the set of locks of one transaction. */
  open(): TransactionLocks;
  /** Number of locked objects, and of transactions that wait for one. */
  counts(): { readonly objects: number; readonly waiting: number };
}

export interface TransactionLocks {
  /**
   * Takes the object that the statement locks. A shared lock only checks whether it is free. Returns false if another
   * transaction has it: the caller must then roll back, release its connection and call `wait`.
   */
  take(statement: Statement, values: readonly unknown[]): boolean;
  /**
   * Waits for the objects that could not be taken, first come, first served. Throws `Overloaded` if too many wait
   * already or the wait takes too long, and `ClientDisconnected` if the client disconnects.
   */
  wait(signal?: AbortSignal): Promise<void>;
  /** Call it once the transaction has ended. */
  release(): void;
}

/** @param longestWaitMs of a transaction for all its objects together; 0 for no limit, as in the limit of statements */
export function createLockQueues(longestWaitMs: number): LockQueues {
  const queues: Queues = new Map();
  return {
    open: () => openTransactionLocks(queues, longestWaitMs),
    counts: () => ({
      objects: queues.size,
      waiting: [...queues.values()].reduce((sum, queue) => sum + queue.count() - 1, 0),
    }),
  };
}

/** Queues by object. Each has a holder. */
type Queues = Map<string, Semaphore>;

function queueOf(queues: Queues, object: string): Semaphore {
  const queue = queues.get(object) ?? createSemaphore(1, { maxWaiting: MAX_QUEUE_LENGTH });
  queues.set(object, queue);
  return queue;
}

function deleteIfEmpty(queues: Queues, object: string): void {
  if (queues.get(object)?.count() === 0) queues.delete(object);
}

function openTransactionLocks(queues: Queues, longestWaitMs: number): TransactionLocks {
  const granted = new Map<string, () => void>();
  /** The objects that the transaction has tried to lock so far, and whether it only shares them. */
  const requested = new Map<string, boolean>();
  let deadline: number | undefined;
  const release = () => {
    for (const [object, end] of granted) {
      end();
      deleteIfEmpty(queues, object);
    }
    granted.clear();
  };
  const waitFor = async (object: string, isShared: boolean, signal: AbortSignal | undefined) => {
    const remainingMs = deadline === undefined ? undefined : deadline - performance.now();
    if (remainingMs !== undefined && remainingMs <= 0)
      throw new Overloaded(`its turn did not come for ${longestWaitMs} ms`);
    try {
      const end = await queueOf(queues, object).take(signal, remainingMs);
      // a shared lock blocks no other transaction
      if (isShared) end();
      else granted.set(object, end);
    } finally {
      deleteIfEmpty(queues, object);
    }
  };
  return {
    release,
    take(statement, values) {
      const object = objectOf(statement, values);
      if (object === undefined || granted.has(object)) return true;
      const isShared = statement.locks?.isShared === true;
      requested.set(object, isShared && requested.get(object) !== false);
      if (isShared) return !queues.has(object);
      const end = queueOf(queues, object).takeIfFree();
      if (end !== undefined) granted.set(object, end);
      return end !== undefined;
    },
    async wait(signal) {
      if (longestWaitMs > 0) deadline ??= performance.now() + longestWaitMs;
      release();
      // the order is the same for all transactions, which avoids deadlocks
      const inOrder = [...requested].sort(([a], [b]) => (a < b ? -1 : 1));
      for (const [object, isShared] of inOrder) await waitFor(object, isShared, signal);
    },
  };
}

function objectOf({ locks }: Statement, values: readonly unknown[]): string | undefined {
  return locks && JSON.stringify([locks.kind, ...locks.by.map((position) => String(values[position - 1]))]);
}
