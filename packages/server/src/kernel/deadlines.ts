/** Calls for everything that is not done in time: one timer for all, because there are thousands a second. */
export interface Deadlines {
  /** Calls `expire` soon after the time, in milliseconds as `performance.now()` tells it, unless the answered function was called. */
  watch(at: number, expire: () => void): () => void;
}

/** How much later than its deadline something may expire. */
const STEP_MS = 25;

export function createDeadlines(): Deadlines {
  const steps = new Map<number, Set<() => void>>();
  let timer: NodeJS.Timeout | undefined;

  const look = () => {
    timer = undefined;
    const now = Math.floor(performance.now() / STEP_MS);
    for (const [step, watched] of steps) {
      if (step >= now) continue;
      steps.delete(step);
      for (const expire of watched) expire();
    }
    schedule();
  };
  const schedule = () => {
    if (timer !== undefined || steps.size === 0) return;
    timer = setTimeout(look, STEP_MS);
    // whoever waits has a connection that keeps the process alive
    timer.unref();
  };

  return {
    watch(at, expire) {
      const step = Math.floor(at / STEP_MS);
      const watched = steps.get(step) ?? new Set();
      steps.set(step, watched.add(expire));
      schedule();
      return () => {
        watched.delete(expire);
        // its own: a newer one may stand there, for what was set after this one had expired
        if (watched.size === 0 && steps.get(step) === watched) steps.delete(step);
      };
    },
  };
}
