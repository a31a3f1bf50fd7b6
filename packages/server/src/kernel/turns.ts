import { CallerGone, throwIfGone } from './caller-gone.ts';

/** Admits so many at once, in the order in which they came. */
export interface Turns {
  /** Waits for its turn. The answer ends it, and may be called again. Whoever is gone meanwhile loses the place. */
  take(gone?: AbortSignal): Promise<() => void>;
  /** How many have a turn or wait for one. */
  count(): number;
}

export function createTurns(atOnce: number): Turns {
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
          gone?.removeEventListener('abort', leave);
          resolve(begin());
        };
        const leave = () => {
          waiting.splice(waiting.indexOf(next), 1);
          reject(new CallerGone());
        };
        waiting.push(next);
        gone?.addEventListener('abort', leave, { once: true });
      });
    },
  };
}
