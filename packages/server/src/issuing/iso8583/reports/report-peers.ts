import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Logger } from 'pino';
import { every } from '../../../platform/kernel/time/every.ts';
import type { Database } from '../../../platform/storage/index.ts';
import type { PeerActivity } from './peer-activity.ts';
import { deleteReportsOf, saveReport } from './report-store.ts';

const REPORT_EVERY_MS = 2_000;

/** A peer that this process reports. */
export interface ReportedPeer {
  readonly name: string;
  /** The bank whose cards it reaches, or ALL_BANKS. */
  readonly bankId: string;
  readonly activity: PeerActivity;
}

/** Reports the state of peers to the database, for the page of networks and the doctor. */
export interface PeerReports {
  stop(): Promise<void>;
}

export function startPeerReports(
  peers: readonly ReportedPeer[],
  { database, logger }: { readonly database: Database; readonly logger: Logger },
): PeerReports {
  const processId = randomUUID();
  const server = `${hostname()} ${process.pid}`;
  const report = async () => {
    for (const { name, bankId, activity } of peers) {
      await saveReport(database, { bankId, network: name, processId, server, report: activity.report() });
    }
  };
  const onError = (err: unknown) => logger.warn({ err }, 'failed to report the state of networks; retrying');
  const first = report().catch(onError);
  const job = every(REPORT_EVERY_MS, report, onError);
  return {
    stop: async () => {
      await Promise.all([first, job.stop()]);
      await deleteReportsOf(database, processId).catch(() => {});
    },
  };
}
