import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { createQueuePoll } from '../storage/index.ts';
import {
  claimExport,
  failExports,
  findExpired,
  findTenantsWithExports,
  type LeasedExport,
  releaseExport,
} from './export-run-store.ts';
import { EXPORT_CHANNEL, removeExport } from './export-store.ts';
import { expiryOf, type WriteExportDeps, writeExport } from './write-export.ts';

/** Polling finds exports that other servers accepted, exports of servers that have stopped, and files to delete. */
const LOOK_EVERY_MS = 2_000;
const ABANDONED = 'No server could complete it: see the logs of the servers';

interface ExportRunnerDeps extends WriteExportDeps {
  readonly logger: Logger;
}

/**
 * Writes exports one after another, whichever server accepted the request. Several servers can run at once. If the
 * server of an export stops, another one continues after its last part.
 */
export function createExportRunner(deps: ExportRunnerDeps) {
  const { database, logger, clock } = deps;
  const ending = new AbortController();

  const look = async (): Promise<void> => {
    const now = clock.now();
    let [claimed, tenants] = [0, await findTenantsWithExports(database, now)];
    do {
      claimed = 0;
      for (const { bank_id: log, has_work: hasWork } of tenants) {
        if (ending.signal.aborted) return;
        await deleteExpired(deps, log, now);
        if (hasWork && (await writeNext(deps, log, ending.signal))) claimed += 1;
      }
      if (claimed > 0) tenants = await findTenantsWithExports(database, now);
    } while (claimed > 0);
  };
  const poll = createQueuePoll(database, look, {
    channel: EXPORT_CHANNEL,
    everyMs: LOOK_EVERY_MS,
    onError: (error) => logger.warn({ err: error }, 'failed to read the export queue; retrying'),
  });
  return {
    start: poll.start,
    /** Writes the waiting exports. Resolves when none is left. */
    idle: poll.idle,
    /** Stops after the current part and returns the export to the queue. */
    stop: async () => {
      ending.abort();
      await poll.stop();
    },
  };
}

/** Writes one export of a tenant, so that tenants take turns. Returns whether there was one. */
async function writeNext(deps: ExportRunnerDeps, log: string, ended: AbortSignal): Promise<boolean> {
  const { database, clock, logger } = deps;
  const at = clock.now();
  await failExports(database, log, ABANDONED, at, expiryOf(at));
  const lease = randomUUID();
  const row = await claimExport(database, log, lease);
  if (row === undefined) return false;
  const leased: LeasedExport = { log, id: row.export_id, lease };
  try {
    await writeExport(deps, leased, row, ended);
  } catch (error) {
    const wasTried = !ended.aborted;
    if (wasTried) logger.warn({ err: error, export: row.export_id }, 'export interrupted; it will continue');
    // if this fails, the lease expires and another server claims the export
    await releaseExport(database, leased, { wasTried }).catch(() => {});
    return false;
  }
  return true;
}

async function deleteExpired({ database }: ExportRunnerDeps, log: string, now: Date): Promise<void> {
  for (const id of await findExpired(database, log, now)) {
    await database.transaction(async (tx) => {
      await removeExport(tx, log, id);
      return { commit: true, result: undefined };
    });
  }
}
