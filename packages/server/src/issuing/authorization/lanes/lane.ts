import type { BatchRunner } from '../batch/batch-runner.ts';
import type { QueueEntry } from '../batch/queue-entry.ts';
import { accountOf } from '../message/resolved-message.ts';
import type { LockedAccounts } from './locked-accounts.ts';

/** The most messages in a batch. A larger batch takes longer and costs no less per message. */
const LARGEST_BATCH = 256;
/** The weight of the latest batch in the moving average of batch times. */
const WEIGHT_OF_LATEST = 0.25;

/** A queue of messages that are decided one batch after the other. */
export interface Lane {
  add(entry: QueueEntry): void;
  /** The number of waiting messages. */
  count(): number;
  /** Whether messages of the account wait here, or are being decided here. */
  has(accountId: bigint): boolean;
  /** An estimate of how long a message that arrives now waits. */
  expectedWaitMs(now: number): number;
  /** Waits for the batches that run. */
  idle(): Promise<void>;
  /** Waits for the batches that run, and closes the connection. */
  close(): Promise<void>;
}

export function createLane(runner: BatchRunner, lockedAccounts: LockedAccounts): Lane {
  let queue: QueueEntry[] = [];
  const accounts = new Map<bigint, number>();
  let running: Promise<void> | undefined;
  let usualMs = 0;

  const leave = ({ references }: QueueEntry) => {
    const account = accountOf(references);
    const count = (accounts.get(account) ?? 1) - 1;
    if (count === 0) accounts.delete(account);
    else accounts.set(account, count);
  };
  /** Takes the next batch. Messages of a locked account join the earlier ones that wait for it, in their order. */
  const takeBatch = () => {
    const batch: QueueEntry[] = [];
    let at = 0;
    for (; at < queue.length && batch.length < LARGEST_BATCH; at++) {
      const entry = queue[at]!;
      const account = accountOf(entry.references);
      if (!lockedAccounts.has(account)) batch.push(entry);
      else {
        lockedAccounts.add(account, entry);
        leave(entry);
      }
    }
    queue = queue.slice(at);
    return batch;
  };
  const work = async () => {
    // messages that arrive in the same turn of the event loop belong in one batch
    await new Promise(setImmediate);
    while (queue.length > 0) {
      const batch = takeBatch();
      if (batch.length === 0) continue;
      const began = performance.now();
      for (const entry of await runner.run(batch)) lockedAccounts.add(accountOf(entry.references), entry);
      batch.forEach(leave);
      usualMs += (performance.now() - began - usualMs) * WEIGHT_OF_LATEST;
    }
    // in the turn of the event loop that found the queue empty: otherwise a message that arrives in between would wait
    // until the next message starts the lane
    running = undefined;
  };

  return {
    add(entry) {
      const account = accountOf(entry.references);
      accounts.set(account, (accounts.get(account) ?? 0) + 1);
      queue.push(entry);
      running ??= work();
    },
    count: () => queue.length,
    has: (accountId) => accounts.has(accountId),
    expectedWaitMs(now) {
      const [oldest] = queue;
      const age = oldest === undefined ? 0 : now - oldest.enqueuedAt;
      return Math.max(age, Math.ceil(queue.length / LARGEST_BATCH) * usualMs);
    },
    idle: async () => await running,
    close: async () => {
      await running;
      await runner.close();
    },
  };
}
