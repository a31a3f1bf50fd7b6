import type pg from 'pg';

/** A line that has been standing for this part of the longest wait does not end by itself: more come than are served. */
const STANDING = 1 / 2;
/** The part of the longest wait that is left to those who come then. */
const SHORT = 1 / 10;
/** The driver's words for it, which mean "try again later". */
const NONE_FREE = 'timeout exceeded when trying to connect';

export interface PoolQueue {
  /** A connection of the pool, when its turn comes. */
  connect(): Promise<pg.PoolClient>;
}

/**
 * Who waits for a connection of the pool. In a burst everybody may wait as long as the pool allows. Where the line never ends,
 * waiting long helps nobody: whoever comes then is refused soon, as controlled delay (CoDel) does it.
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
