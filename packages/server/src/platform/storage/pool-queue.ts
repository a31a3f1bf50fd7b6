import type pg from 'pg';

/**
 * A queue that has not been empty for this part of the longest wait does not empty by itself: more callers arrive than
 * are served.
 */
const STANDING = 1 / 2;
/** The part of the longest wait that callers get then. */
const SHORT = 1 / 10;
/** The driver's error message, which means "try again later". */
const NONE_FREE = 'timeout exceeded when trying to connect';

export interface PoolQueue {
  /** A connection of the pool, in turn. */
  connect(): Promise<pg.PoolClient>;
}

/**
 * The queue of callers that wait for a connection of the pool. In a burst each may wait as long as the pool allows. If
 * the queue never empties, long waits do not help any caller, so new callers are refused early, as in controlled delay (CoDel).
 */
export function createPoolQueue(pool: Pick<pg.Pool, 'connect' | 'waitingCount'>, longestMs: number): PoolQueue {
  let endedAt = performance.now();
  return {
    connect() {
      const now = performance.now();
      if (pool.waitingCount === 0) endedAt = now;
      const isStanding = longestMs > 0 && now - endedAt > longestMs * STANDING;
      return isStanding ? connectWithin(pool, longestMs * SHORT) : pool.connect();
    },
  };
}

function connectWithin(pool: Pick<pg.Pool, 'connect'>, ms: number): Promise<pg.PoolClient> {
  return new Promise((resolve, reject) => {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      reject(new Error(NONE_FREE));
    }, ms);
    pool.connect().then(
      (client) => {
        clearTimeout(timer);
        if (isLate) client.release();
        else resolve(client);
      },
      (error: unknown) => {
        clearTimeout(timer);
        reject(error);
      },
    );
  });
}
