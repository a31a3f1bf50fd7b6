import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { createQueuePoll, type QueuePoll } from '../../storage/index.ts';
import { claimFeed, findDueFeeds, releaseFeed } from './feed-store.ts';
import { type WriteFeedDeps, writeFeed } from './write-feed.ts';

/** Feeds become due by their interval, so no notification is needed. */
const LOOK_EVERY_MS = 1_000;

export interface FeedMetrics {
  countFeedEvents(events: number): void;
  countFeedFailure(): void;
}

interface FeedRunnerDeps extends WriteFeedDeps {
  readonly metrics: FeedMetrics;
  readonly logger: Logger;
}

/**
 * Writes the feeds of events that are due to files, one bank after another. Several servers can run at once: a lease
 * gives each feed to one of them, and if that server is gone, another one continues.
 */
export function createFeedRunner(deps: FeedRunnerDeps): Pick<QueuePoll, 'start' | 'idle' | 'stop'> {
  const { database, logger } = deps;
  let isStopping = false;
  const look = async (): Promise<void> => {
    for (let due = await findDueFeeds(database); due.length > 0; due = await findDueFeeds(database)) {
      for (const bankId of due) {
        if (isStopping) return;
        await writeNext(deps, bankId);
      }
    }
  };
  const poll = createQueuePoll(database, look, {
    everyMs: LOOK_EVERY_MS,
    onError: (error) => logger.warn({ err: error }, 'failed to read the feeds of events; retrying'),
  });
  return {
    start: poll.start,
    idle: poll.idle,
    stop: async () => {
      isStopping = true;
      await poll.stop();
    },
  };
}

/** Writes the next files of a bank. A failure is logged, counted, and tried again 5 seconds later. */
async function writeNext(deps: FeedRunnerDeps, bankId: string): Promise<void> {
  const { database, metrics, logger } = deps;
  const leased = { bankId, lease: randomUUID() };
  const feed = await claimFeed(database, bankId, leased.lease);
  if (feed === undefined) return;
  try {
    metrics.countFeedEvents(await writeFeed(deps, leased, feed));
  } catch (error) {
    metrics.countFeedFailure();
    logger.warn({ err: error, bank: bankId }, 'the feed of events could not be written; retrying');
    // if this fails, the lease expires and another server continues
    await releaseFeed(database, leased).catch(() => {});
  }
}
