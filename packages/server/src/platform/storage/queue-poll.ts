import { type CoalescedWork, coalesce } from '../kernel/concurrency/coalesce.ts';
import type { Database } from './database.ts';

/** Work on a queue in the database, with at most one run in progress. */
export interface QueuePoll extends Pick<CoalescedWork, 'kick' | 'running'> {
  /** Runs the work now, on each notification, and regularly. */
  start(): void;
  /** Runs the work, and resolves when no run is in progress. */
  idle(): Promise<void>;
  /** Starts no further run, and waits for the current one. */
  stop(): Promise<void>;
}

interface QueuePollOptions {
  /** Notifications on this channel report new entries. Without it, only the interval finds them. */
  readonly channel?: string;
  /** In milliseconds. The interval finds entries without a notification, such as those of servers that have stopped. */
  readonly everyMs: number;
  readonly onError: (error: unknown) => void;
}

export function createQueuePoll(
  database: Pick<Database, 'onWake'>,
  work: () => Promise<void>,
  { channel, everyMs, onError }: QueuePollOptions,
): QueuePoll {
  const runs = coalesce(work, onError);
  let timer: NodeJS.Timeout | undefined;
  let removeListener: (() => void) | undefined;
  return {
    kick: runs.kick,
    get running() {
      return runs.running;
    },
    start: () => {
      timer = setInterval(runs.kick, everyMs).unref();
      if (channel !== undefined) removeListener = database.onWake(channel, runs.kick);
      runs.kick();
    },
    idle: async () => {
      runs.kick();
      while (runs.running !== undefined) await runs.running;
    },
    stop: async () => {
      clearInterval(timer);
      runs.stop();
      removeListener?.();
      await runs.running;
    },
  };
}
