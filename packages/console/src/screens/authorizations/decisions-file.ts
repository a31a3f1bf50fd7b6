import type { AuthorizationListItem } from '@cardwright/contract';
import { csvOf, downloadFile } from '../../parts/table/csv-file.ts';

const COLUMNS = [
  'decided_at',
  'retrieval_reference_number',
  'system_trace_audit_number',
  'acquiring_institution_code',
  'state',
  'action_code',
  'rule',
  'amount',
  'currency',
  'card_number',
  'account_number',
  'merchant',
  'merchant_name_location',
  'mcc',
  'country',
  'channel',
] as const satisfies readonly (keyof AuthorizationListItem)[];

/** Formats the listed decisions as a CSV file. */
export function decisionsCsv(rows: readonly AuthorizationListItem[]): string {
  return csvOf(COLUMNS, rows);
}

export function downloadDecisions(rows: readonly AuthorizationListItem[]): void {
  downloadFile('decisions.csv', decisionsCsv(rows));
}
