import type { Logger } from 'pino';
import type { BankDirectory } from '../../issuing/banks/index.ts';
import { createExportRunner, type ExportDeps } from '../../platform/exports/index.ts';
import type { RestImplementation } from '../../platform/operation/index.ts';
import type { WorkerLink } from '../../platform/workers/worker-link.ts';

interface Options {
  readonly logger: Logger;
  readonly link?: WorkerLink;
  readonly runsQueuesAutomatically?: boolean;
}

type Deps = Omit<Parameters<typeof createExportRunner>[0], keyof ExportDeps | 'logger'> &
  Pick<ExportDeps, 'vault'> & {
    readonly banks: BankDirectory;
    readonly operations: { readonly rest: readonly RestImplementation[] };
  };

/** Opens the writer of exports. Only one of several workers writes them. */
export function openExports(
  { logger, link, runsQueuesAutomatically = true }: Options,
  { banks, operations, ...deps }: Deps,
) {
  const operation: ExportDeps['operation'] = (id) => operations.rest.find(({ contract }) => contract.id === id);
  const runner = createExportRunner({ ...deps, operation, calendarOf: (log) => banks.bank(log)?.calendar, logger });
  const runsHere = link?.part.runsPeriodicJobs ?? true;
  return {
    start: () => {
      if (runsHere && runsQueuesAutomatically) runner.start();
    },
    idle: runner.idle,
    stop: runner.stop,
  };
}
