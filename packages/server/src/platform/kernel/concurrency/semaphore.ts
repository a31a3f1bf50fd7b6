import { ClientDisconnected, throwIfDisconnected } from './client-disconnected.ts';
import { Overloaded } from './overloaded.ts';

/** Admits a number of callers at once, first come, first served. */
export interface Semaphore {
  /**
   * Waits for a turn and returns a function that ends it, which may be called more than once. A caller whose signal
   * aborts loses its place. Throws `Overloaded` if the caller waits for too long or too many wait already, because its
   * client gives up before it is served.
   */
  take(signal?: AbortSignal, longestWaitMs?: number): Promise<() => void>;
  /** Takes a turn without waiting; undefined if none is free. */
  takeIfFree(): (() => void) | undefined;
  /** Number of callers that have a turn or wait for one. */
  count(): number;
}

export interface SemaphoreLimits {
  /** The longest wait of a caller that sets none. Without it, callers wait without limit. */
  readonly longestWaitMs?: number;
  /** The largest number of waiting callers. Without it, there is no limit. */
  readonly maxWaiting?: number;
}

/** @param atOnce the number, or a function that returns the current one, at least 1 */
export function createSemaphore(atOnce: number | (() => number), limits: SemaphoreLimits = {}): Semaphore {
  const { maxWaiting = Number.POSITIVE_INFINITY } = limits;
  const queue: (() => void)[] = [];
  let running = 0;
  const isFree = () => running < (typeof atOnce === 'number' ? atOnce : atOnce());
  const begin = (): (() => void) => {
    running += 1;
    let isEnded = false;
    return () => {
      if (isEnded) return;
      isEnded = true;
      running -= 1;
      while (queue.length > 0 && isFree()) queue.shift()?.();
    };
  };
  return {
    count: () => running + queue.length,
    takeIfFree: () => (isFree() ? begin() : undefined),
    take: async (signal, longestWaitMs = limits.longestWaitMs) => {
      throwIfDisconnected(signal);
      if (isFree()) return begin();
      if (queue.length >= maxWaiting) throw new Overloaded(`${maxWaiting} wait for their turn already`);
      return new Promise((resolve, reject) => {
        const next = () => {
          stopWaiting();
          resolve(begin());
        };
        const leave = (why: Error) => {
          stopWaiting();
          queue.splice(queue.indexOf(next), 1);
          reject(why);
        };
        const leaveOnDisconnect = () => leave(new ClientDisconnected());
        const tooLong = () => leave(new Overloaded(`its turn did not come for ${longestWaitMs} ms`));
        const timer = longestWaitMs === undefined ? undefined : setTimeout(tooLong, longestWaitMs);
        const stopWaiting = () => {
          clearTimeout(timer);
          signal?.removeEventListener('abort', leaveOnDisconnect);
        };
        queue.push(next);
        signal?.addEventListener('abort', leaveOnDisconnect, { once: true });
      });
    },
  };
}
