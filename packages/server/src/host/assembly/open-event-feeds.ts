import type { Logger } from 'pino';
import { createFeedRunner } from '../../platform/outbox/index.ts';
import type { WorkerLink } from '../../platform/workers/worker-link.ts';
import type { Metrics } from './observability/metrics.ts';

interface Options {
  readonly logger: Logger;
  readonly link?: WorkerLink;
  readonly backtestsAutomatically?: boolean;
}

type Deps = Pick<Parameters<typeof createFeedRunner>[0], 'database' | 'vault'> & {
  readonly metrics: Pick<Metrics, 'backlog'>;
};

/** Opens the writer of the feeds of events to files. Only one of several workers writes them. */
export function openEventFeeds(
  { logger, link, backtestsAutomatically = true }: Options,
  { database, vault, metrics }: Deps,
) {
  const runner = createFeedRunner({ database, vault, metrics: metrics.backlog, logger });
  const runsHere = link?.part.runsPeriodicJobs ?? true;
  return {
    start: () => {
      if (runsHere && backtestsAutomatically) runner.start();
    },
    idle: runner.idle,
    stop: runner.stop,
  };
}
