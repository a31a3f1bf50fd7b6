import type { Logger } from 'pino';
import { createDecisionReader } from '../../issuing/authorization/index.ts';
import { createBacktestRunner } from '../../issuing/backtests/index.ts';
import type { BankDirectory } from '../../issuing/banks/index.ts';
import { createPromiseChecker } from '../../issuing/rules/index.ts';
import { rehearsalOfChanges } from '../../platform/change-requests/index.ts';
import type { Clock } from '../../platform/kernel/time/clock.ts';
import type { RestImplementation } from '../../platform/operation/index.ts';
import type { ConnectionSettings, Database } from '../../platform/storage/index.ts';
import type { WorkerLink } from '../../platform/workers/worker-link.ts';
import type { Settings } from '../configuration/settings.ts';

interface Options {
  readonly settings: Settings;
  readonly connection: ConnectionSettings;
  readonly logger: Logger;
  readonly link?: WorkerLink;
  readonly runsQueuesAutomatically?: boolean;
}

type Deps = Parameters<typeof rehearsalOfChanges>[1] & {
  readonly database: Database;
  readonly banks: BankDirectory;
  readonly clock: Clock;
  readonly operations: { readonly rest: readonly RestImplementation[] };
};

/**
 * Opens the runner of the banks' backtests and the checks of proposals and changes against promises. Only one of several workers runs
 * them, which limits their share of the machine.
 */
export function openBacktests(
  { settings, connection, logger, link, runsQueuesAutomatically = true }: Options,
  { operations, ...deps }: Omit<Deps, 'operation'>,
) {
  const operation: Deps['operation'] = (id) => operations.rest.find(({ contract }) => contract.id === id);
  const rehearse = rehearsalOfChanges(deps.database, { ...deps, operation });
  const runner = createBacktestRunner({ ...deps, connection, logger, threads: settings.CARDWRIGHT_BACKTEST_THREADS });
  const checker = createPromiseChecker({ ...deps, decisions: createDecisionReader(deps.banks), rehearse, logger });
  const runsHere = link?.part.runsPeriodicJobs ?? true;
  return {
    start: () => {
      if (!runsHere || !runsQueuesAutomatically) return;
      runner.start();
      checker.start();
    },
    idle: async () => {
      await runner.idle();
      await checker.idle();
    },
    stop: async () => {
      await Promise.all([runner.stop(), checker.stop()]);
    },
  };
}
