/** Expires objects whose deadline has passed, with one timer for all, because there are thousands a second. */
export interface Deadlines {
  /**
   * Calls `expire` shortly after the time, in milliseconds of `performance.now()`, unless `cancel` is called before.
   */
  watch(at: number, watched: Expiring): void;
  cancel(at: number, watched: Expiring): void;
}

export interface Expiring {
  expire(): void;
}

/** The longest delay between a deadline and its expiry. */
const STEP_MS = 25;

export function createDeadlines(): Deadlines {
  const steps = new Map<number, Set<Expiring>>();
  let timer: NodeJS.Timeout | undefined;

  const look = () => {
    timer = undefined;
    const now = Math.floor(performance.now() / STEP_MS);
    for (const [step, watched] of steps) {
      if (step >= now) continue;
      steps.delete(step);
      for (const each of watched) each.expire();
    }
    schedule();
  };
  const schedule = () => {
    if (timer !== undefined || steps.size === 0) return;
    timer = setTimeout(look, STEP_MS);
    // each waiting caller has a connection, which keeps the process alive
    timer.unref();
  };

  return {
    watch(at, watched) {
      const step = Math.floor(at / STEP_MS);
      const existing = steps.get(step);
      if (existing === undefined) steps.set(step, new Set([watched]));
      else existing.add(watched);
      schedule();
    },
    cancel(at, watched) {
      const step = Math.floor(at / STEP_MS);
      const existing = steps.get(step);
      if (existing?.delete(watched) && existing.size === 0) steps.delete(step);
    },
  };
}
