import type { Logger } from 'pino';
import { createBacktestRunner } from '../../issuing/backtests/index.ts';
import type { Clock } from '../../platform/kernel/time/clock.ts';
import type { ConnectionSettings, Database } from '../../platform/storage/index.ts';
import type { WorkerLink } from '../../platform/workers/worker-link.ts';
import type { Settings } from '../configuration/settings.ts';

interface Options {
  readonly settings: Settings;
  readonly connection: ConnectionSettings;
  readonly logger: Logger;
  readonly link?: WorkerLink;
  readonly backtestsAutomatically?: boolean;
}

/** Opens the runner of the banks' backtests. Only one of several workers runs them, which limits their share of the machine. */
export function openBacktests(
  { settings, connection, logger, link, backtestsAutomatically = true }: Options,
  deps: { readonly database: Database; readonly clock: Clock },
) {
  const runner = createBacktestRunner({ ...deps, connection, logger, threads: settings.CARDWRIGHT_BACKTEST_THREADS });
  const runsHere = link?.part.runsPeriodicJobs ?? true;
  return {
    start: () => {
      if (runsHere && backtestsAutomatically) runner.start();
    },
    idle: runner.idle,
    stop: runner.stop,
  };
}
