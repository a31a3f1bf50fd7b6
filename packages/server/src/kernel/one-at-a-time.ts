/** Work that runs once at a time. */
export interface OneAtATime {
  /** Begins it; where it runs already, it runs once more afterwards. */
  kick(): void;
  /** What runs now. */
  readonly running: Promise<void> | undefined;
  /** Begins nothing more. */
  stop(): void;
}

/** What fails is told to `onError`, and hinders no later run. */
export function oneAtATime(work: () => Promise<void>, onError: (error: unknown) => void): OneAtATime {
  let isStopped = false;
  let running: Promise<void> | undefined;
  let isAskedAgain = false;
  function kick(): void {
    if (isStopped) return;
    if (running !== undefined) {
      isAskedAgain = true;
      return;
    }
    isAskedAgain = false;
    running = work()
      .catch(onError)
      .finally(() => {
        running = undefined;
        if (isAskedAgain) kick();
      });
  }
  return {
    kick,
    get running() {
      return running;
    },
    stop: () => {
      isStopped = true;
    },
  };
}
