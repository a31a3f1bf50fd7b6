import { Overloaded } from '../kernel/concurrency/overloaded.ts';
import { createSemaphore, type Semaphore } from '../kernel/concurrency/semaphore.ts';
import type { Statement } from './statement.ts';

/** Each of them is a request that is under way; at 10 ms each, the last one would wait for more than 2 s. */
const MOST_WAITING = 256;

/**
 * A queue for each object that transactions of this process lock, in front of the pool. The database lets a transaction wait for a
 * lock with its connection: sixty requests about one card would hold all connections of the pool, and requests about other cards would
 * find none. Other processes meet at the lock itself, where at most one transaction of each process waits for an object.
 */
export interface LockQueues {
  /** What one transaction holds. */
  open(): HeldLocks;
  /** How many objects are locked, and how many wait for one of them. */
  counts(): { readonly objects: number; readonly waiting: number };
}

export interface HeldLocks {
  /**
   * Takes the object that the statement locks; a shared lock only looks whether it is free. False where another transaction has it: the transaction is to be rolled back,
   * to give back its connection and to call `wait`.
   */
  take(statement: Statement, values: readonly unknown[]): boolean;
  /**
   * Waits for what could not be taken, in the order in which others came. `Overloaded` where too many wait already or where it takes
   * too long, `ClientDisconnected` where the caller leaves.
   */
  wait(gone?: AbortSignal): Promise<void>;
  /** Once the transaction has ended. */
  release(): void;
}

/** @param longestWaitMs of a transaction, at all its objects together; 0 for no limit, as the limit of statements has it */
export function createLockQueues(longestWaitMs: number): LockQueues {
  const queues: Queues = new Map();
  return {
    open: () => openHeldLocks(queues, longestWaitMs),
    counts: () => ({
      objects: queues.size,
      waiting: [...queues.values()].reduce((sum, queue) => sum + queue.count() - 1, 0),
    }),
  };
}

/** By object. Each has somebody who holds it. */
type Queues = Map<string, Semaphore>;

function queueOf(queues: Queues, object: string): Semaphore {
  const queue = queues.get(object) ?? createSemaphore(1, { mostWaiting: MOST_WAITING });
  queues.set(object, queue);
  return queue;
}

function forgetIfEmpty(queues: Queues, object: string): void {
  if (queues.get(object)?.count() === 0) queues.delete(object);
}

function openHeldLocks(queues: Queues, longestWaitMs: number): HeldLocks {
  const held = new Map<string, () => void>();
  /** What it came to so far, and whether it only shares it. */
  const wanted = new Map<string, boolean>();
  let deadline: number | undefined;
  const release = () => {
    for (const [object, end] of held) {
      end();
      forgetIfEmpty(queues, object);
    }
    held.clear();
  };
  const waitFor = async (object: string, isShared: boolean, gone: AbortSignal | undefined) => {
    const leftMs = deadline === undefined ? undefined : deadline - performance.now();
    if (leftMs !== undefined && leftMs <= 0) throw new Overloaded(`its turn did not come for ${longestWaitMs} ms`);
    try {
      const end = await queueOf(queues, object).take(gone, leftMs);
      // whoever shares it keeps nobody waiting
      if (isShared) end();
      else held.set(object, end);
    } finally {
      forgetIfEmpty(queues, object);
    }
  };
  return {
    release,
    take(statement, values) {
      const object = objectOf(statement, values);
      if (object === undefined || held.has(object)) return true;
      const isShared = statement.locks?.isShared === true;
      wanted.set(object, isShared && wanted.get(object) !== false);
      if (isShared) return !queues.has(object);
      const end = queueOf(queues, object).takeIfFree();
      if (end !== undefined) held.set(object, end);
      return end !== undefined;
    },
    async wait(gone) {
      if (longestWaitMs > 0) deadline ??= performance.now() + longestWaitMs;
      release();
      // in one order: of two that each hold what the other one waits for, neither would go on
      const inOrder = [...wanted].sort(([a], [b]) => (a < b ? -1 : 1));
      for (const [object, isShared] of inOrder) await waitFor(object, isShared, gone);
    },
  };
}

function objectOf({ locks }: Statement, values: readonly unknown[]): string | undefined {
  return locks && JSON.stringify([locks.kind, ...locks.by.map((position) => String(values[position - 1]))]);
}
