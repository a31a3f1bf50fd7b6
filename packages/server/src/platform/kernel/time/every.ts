/**
 * Runs a job periodically, with no two runs at the same time. A failure goes to `onError`, and the job runs again at
 * the next interval.
 */
export function every(
  ms: number,
  job: () => Promise<void>,
  onError: (error: unknown) => void,
): { stop(): Promise<void> } {
  let running: Promise<void> | undefined;
  const timer = setInterval(() => {
    running ??= job()
      .catch(onError)
      .finally(() => {
        running = undefined;
      });
  }, ms);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}
