import { availableParallelism } from 'node:os';
import type pg from 'pg';
import type { TrafficGauge } from '../kernel/concurrency/background-throttle.ts';
import { createSemaphore } from '../kernel/concurrency/semaphore.ts';

/**
 * A queue that has not been empty for this part of the longest wait will not empty by itself, because more callers
 * arrive than are served.
 */
const STANDING = 1 / 2;
/** The part of the longest wait that new callers may wait then. */
const SHORT = 1 / 10;
/** The driver's error message, which means "try again later". */
const NONE_FREE = 'timeout exceeded when trying to connect';
const PER_PROCESSOR = 2;
/** The transactions that run at once however slow authorizations are. */
const LEAST_AT_ONCE = 3;

/** A connection of the pool for one transaction. */
export interface PoolConnection {
  readonly client: pg.PoolClient;
  /** Returns the connection to the pool, or closes it after an error. */
  release(error: Error | undefined): void;
}

export interface PoolQueue {
  /** Waits for the caller's turn and returns a connection of the pool. */
  connect(): Promise<PoolConnection>;
  /** The number of callers that wait for their turn. */
  waiting(): number;
}

/**
 * The queue of transactions that wait for a connection of the pool. In a burst, each may wait as long as the pool
 * allows. If the queue never empties, long waits do not help any caller, so new callers are refused early, as in
 * controlled delay (CoDel).
 */
export function createPoolQueue(pool: Pick<pg.Pool, 'connect'>, longestMs: number, atOnce: () => number): PoolQueue {
  const semaphore = createSemaphore(atOnce);
  let waiting = 0;
  let endedAt = performance.now();
  const takeTurn = async () => {
    const now = performance.now();
    if (waiting === 0) endedAt = now;
    const isStanding = longestMs > 0 && now - endedAt > longestMs * STANDING;
    waiting += 1;
    try {
      return await semaphore.take(undefined, longestMs > 0 ? longestMs * (isStanding ? SHORT : 1) : undefined);
    } catch (cause) {
      throw new Error(NONE_FREE, { cause });
    } finally {
      waiting -= 1;
    }
  };
  return {
    waiting: () => waiting,
    async connect() {
      const endTurn = await takeTurn();
      try {
        const client = await pool.connect();
        const release = (error: Error | undefined) => {
          client.release(error);
          endTurn();
        };
        return { client, release };
      } catch (error) {
        endTurn();
        throw error;
      }
    },
  };
}

/**
 * The number of transactions that may run at once. Authorizations have their own connections, but share the processors
 * with these transactions: more than {@link PER_PROCESSOR} of them only take time from authorizations. Fewer run while
 * authorizations take longer than usual.
 */
export function transactionsAtOnce(
  maxConnections: number,
  traffic: TrafficGauge | undefined,
  processors = availableParallelism(),
): number {
  const slow = Math.max(1, traffic?.slowness() ?? 1);
  const most = Math.min(maxConnections, processors * PER_PROCESSOR);
  return Math.min(maxConnections, Math.max(LEAST_AT_ONCE, Math.floor(most / slow)));
}
