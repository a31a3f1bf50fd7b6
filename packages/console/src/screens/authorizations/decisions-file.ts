import type { ListedAuthorization } from '@cardwright/contract';

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
] as const satisfies readonly (keyof ListedAuthorization)[];

/** What is listed, as a file for a spreadsheet: RFC 4180, with the names of the interface. */
export function decisionsCsv(rows: readonly ListedAuthorization[]): string {
  const lines = rows.map((row) => COLUMNS.map((name) => cell(row[name] ?? '')));
  return [COLUMNS, ...lines].map((line) => `${line.join(',')}\r\n`).join('');
}

/** A merchant names itself: what a spreadsheet would take for a formula is made a text. */
function cell(value: string): string {
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export function downloadDecisions(rows: readonly ListedAuthorization[]): void {
  const url = URL.createObjectURL(new Blob([decisionsCsv(rows)], { type: 'text/csv' }));
  const link = Object.assign(document.createElement('a'), { href: url, download: 'decisions.csv' });
  link.click();
  URL.revokeObjectURL(url);
}
