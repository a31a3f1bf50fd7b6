import { spansNow } from '../spans.ts';

/** Work that never runs twice at once. */
export interface CoalescedWork {
  /** Starts a run; if one is running, one more follows it. */
  kick(): void;
  /** The current run. */
  readonly running: Promise<void> | undefined;
  /** Starts no further run. */
  stop(): void;
}

/** A failure goes to `onError`; later runs are not affected. */
export function coalesce(work: () => Promise<void>, onError: (error: unknown) => void): CoalescedWork {
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
    // not a part of the request that happened to ask for it
    running = (spansNow()?.apart(work) ?? work()).catch(onError).finally(() => {
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
