import { CallerGone, throwIfGone } from './caller-gone.ts';
import { Overloaded } from './overloaded.ts';

/** Admits so many at once, in the order in which they came. */
export interface Turns {
  /**
   * Waits for its turn. The answer ends it, and may be called again. Whoever is gone meanwhile loses the place, and who
   * waits for too long is refused as `Overloaded`: the answer would come when nobody waits for it any more.
   */
  take(gone?: AbortSignal): Promise<() => void>;
  /** How many have a turn or wait for one. */
  count(): number;
}

export function createTurns(atOnce: number, { longestWaitMs }: { longestWaitMs?: number } = {}): Turns {
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
    take: async (gone) => {
      throwIfGone(gone);
      if (running < atOnce) return begin();
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
        const leaveAsGone = () => leave(new CallerGone());
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
