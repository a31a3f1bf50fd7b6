export interface PeriodicJob {
  /** Runs other work after a run in progress and after earlier such work, and starts no run until it has ended. */
  whileIdle(work: () => Promise<void>): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Runs a job periodically, with no two runs at the same time. A failure goes to `onError`, and the job runs again at
 * the next interval.
 */
export function every(ms: number, job: () => Promise<void>, onError: (error: unknown) => void): PeriodicJob {
  let running: Promise<void> | undefined;
  let others = 0;
  let lastOther: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    if (others > 0) return;
    running ??= job()
      .catch(onError)
      .finally(() => {
        running = undefined;
      });
  }, ms);
  timer.unref();
  return {
    whileIdle: async (work) => {
      others += 1;
      const turn = lastOther.then(async () => {
        await running;
        await work();
      });
      lastOther = turn.catch(() => {});
      await turn.finally(() => {
        others -= 1;
      });
    },
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}
