import { spansNow } from '../spans.ts';

/** Work of which at most one run is in progress. */
export interface CoalescedWork {
  /** Starts a run. During a run, any number of calls cause one more run after it. */
  kick(): void;
  /** The current run. */
  readonly running: Promise<void> | undefined;
  /** Starts no further run. */
  stop(): void;
}

/** Reports a failure of a run to `onError`. Later runs are not affected. */
export function coalesce(work: () => Promise<void>, onError: (error: unknown) => void): CoalescedWork {
  let isStopped = false;
  let running: Promise<void> | undefined;
  let isRequestedAgain = false;
  function kick(): void {
    if (isStopped) return;
    if (running !== undefined) {
      isRequestedAgain = true;
      return;
    }
    isRequestedAgain = false;
    // the run does not belong to the trace of the request that triggered it
    running = (spansNow()?.apart(work) ?? work()).catch(onError).finally(() => {
      running = undefined;
      if (isRequestedAgain) kick();
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
