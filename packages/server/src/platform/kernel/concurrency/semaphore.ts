import { ClientDisconnected, throwIfDisconnected } from './client-disconnected.ts';
import { Overloaded } from './overloaded.ts';

/** Admits so many at once, in the order in which they came. */
export interface Semaphore {
  /**
   * Waits for its turn. The answer ends it, and may be called again. Whoever is gone meanwhile loses the place, and who
   * waits for too long, or finds too many waiting, is refused as `Overloaded`: the answer would come when nobody waits for it
   * any more.
   */
  take(gone?: AbortSignal, longestWaitMs?: number): Promise<() => void>;
  /** Takes a turn at once; undefined where it would have to wait. */
  takeIfFree(): (() => void) | undefined;
  /** How many have a turn or wait for one. */
  count(): number;
}

export interface SemaphoreLimits {
  /** For a caller that names no time of its own. None: it waits for as long as it takes. */
  readonly longestWaitMs?: number;
  /** How many may wait. None: any number. */
  readonly mostWaiting?: number;
}

export function createSemaphore(atOnce: number, limits: SemaphoreLimits = {}): Semaphore {
  const { mostWaiting = Number.POSITIVE_INFINITY } = limits;
  const waiting: (() => void)[] = [];
  let running = 0;
  const begin = (): (() => void) => {
    running += 1;
    let isEnded = false;
    return () => {
      if (isEnded) return;
      isEnded = true;
      running -= 1;
      waiting.shift()?.();
    };
  };
  return {
    count: () => running + waiting.length,
    takeIfFree: () => (running < atOnce ? begin() : undefined),
    take: async (gone, longestWaitMs = limits.longestWaitMs) => {
      throwIfDisconnected(gone);
      if (running < atOnce) return begin();
      if (waiting.length >= mostWaiting) throw new Overloaded(`${mostWaiting} wait for their turn already`);
      return new Promise((resolve, reject) => {
        const next = () => {
          stopWaiting();
          resolve(begin());
        };
        const leave = (why: Error) => {
          stopWaiting();
          waiting.splice(waiting.indexOf(next), 1);
          reject(why);
        };
        const leaveAsGone = () => leave(new ClientDisconnected());
        const tooLong = () => leave(new Overloaded(`its turn did not come for ${longestWaitMs} ms`));
        const timer = longestWaitMs === undefined ? undefined : setTimeout(tooLong, longestWaitMs);
        const stopWaiting = () => {
          clearTimeout(timer);
          gone?.removeEventListener('abort', leaveAsGone);
        };
        waiting.push(next);
        gone?.addEventListener('abort', leaveAsGone, { once: true });
      });
    },
  };
}
