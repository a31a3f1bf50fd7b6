import type { NetworkReport } from '@cardwright/contract';
import { statement, type Tx } from '../../../platform/storage/index.ts';

/** The owner of the reports of networks that reach the cards of all banks. */
export const ALL_BANKS = '-';

export interface StoredReport {
  readonly bankId: string;
  readonly network: string;
  readonly processId: string;
  readonly server: string;
  readonly report: NetworkReport;
}

const upsertReport = statement(
  'networks.upsert-report',
  `insert into network_reports (bank_id, network, process_id, server, report, seen_at)
   values ($1, $2, $3, $4, $5, clock_timestamp())
   on conflict (bank_id, network, process_id) do update set report = excluded.report, seen_at = excluded.seen_at`,
);

export async function saveReport(tx: Tx, { bankId, network, processId, server, report }: StoredReport): Promise<void> {
  await tx.query(upsertReport, [bankId, network, processId, server, JSON.stringify(report)]);
}

const deleteReports = statement(
  'networks.delete-reports',
  `delete from network_reports where process_id = $1 or seen_at < clock_timestamp() - interval '1 day'`,
);

/** Removes the reports of a process that stops, and those of processes that were killed. */
export async function deleteReportsOf(tx: Tx, processId: string): Promise<void> {
  await tx.query(deleteReports, [processId]);
}

/** A report of a process that runs. */
export interface LiveReport {
  readonly bank_id: string;
  readonly network: string;
  readonly server: string;
  readonly report: NetworkReport;
  readonly seen_at: Date;
}

// each process reports every two seconds, so an older report is from a process that has ended
const selectAllReports = statement(
  'networks.select-all-reports',
  `select bank_id, network, server, report, seen_at from network_reports
    where seen_at > clock_timestamp() - interval '20 seconds' order by network, server, process_id`,
);
const selectReportsOfBank = statement(
  'networks.select-reports-of-bank',
  `select bank_id, network, server, report, seen_at from network_reports
    where bank_id = $1 and seen_at > clock_timestamp() - interval '20 seconds' order by network, server, process_id`,
);

/** Reads the reports of the networks of a bank, or of all networks. */
export async function readReports(tx: Tx, bankId: string | undefined): Promise<LiveReport[]> {
  const rows =
    bankId === undefined
      ? await tx.query<LiveReport & { report: string }>(selectAllReports, [])
      : await tx.query<LiveReport & { report: string }>(selectReportsOfBank, [bankId]);
  return rows.map((row) => ({ ...row, report: JSON.parse(row.report) as NetworkReport }));
}
