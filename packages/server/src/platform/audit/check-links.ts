import { hashOfLink, hashOfRow, type LogRow } from './chain.ts';
import type { AuditFinding, Report } from './finding.ts';
import type { LinkRow } from './verify-store.ts';

/** The progress of checking a chain. */
export interface Progress {
  readonly bankId: string;
  /** The next expected number. */
  next: bigint;
  /**
   * The hash of the previous link; undefined if that link is missing, so that the next one cannot be checked against
   * it.
   */
  hash: Buffer | undefined;
  /** Log rows before this time were dropped. */
  readonly retainedFrom: Date | undefined;
  rows: bigint;
}

/** Number of neighboring rows that are tried to find the row that belongs to a number. */
const MAX_POSITIONS = 500;

/** Checks a page of the chain in order. Returns the links whose log row is missing, to be searched for. */
export function checkLinks(progress: Progress, page: readonly LinkRow[], report: Report): LinkRow[] {
  const missing: LinkRow[] = [];
  for (const [at, row] of page.entries()) {
    const place = { bankId: progress.bankId, chainNo: row.chain_no, auditId: row.chained_id };
    if (row.chain_no < progress.next) {
      report({ ...place, kind: 'INSERTED', text: 'a second row has this number' });
      continue;
    }
    if (row.chain_no > progress.next) reportGap(progress, row.chain_no - 1n, report);
    const content = checkContent(progress, row);
    if (content === 'missing') missing.push(row);
    if (content === 'changed') report({ ...place, kind: 'CHANGED', text: 'the log row was changed' });
    checkPlace(progress, page, at, report);
    progress.next = row.chain_no + 1n;
    progress.rows += 1n;
  }
  return missing;
}

/** Reports the numbers from the next expected one to `last` as missing. */
export function reportGap(progress: Progress, last: bigint, report: Report): void {
  const { bankId, next } = progress;
  const numbers = next === last ? `number ${next} is` : `numbers ${next} to ${last} are`;
  report({ kind: 'REMOVED', bankId, chainNo: next, text: `${numbers} missing from the chain` });
  progress.next = last + 1n;
  progress.hash = undefined;
}

function checkContent({ retainedFrom }: Progress, row: LinkRow): 'as sealed' | 'changed' | 'missing' | 'dropped' {
  if (row.audit_id !== null) return hashOfRow(row as LogRow).equals(row.row_hash) ? 'as sealed' : 'changed';
  return retainedFrom !== undefined && new Date(row.chained_at) < retainedFrom ? 'dropped' : 'missing';
}

/** Checks whether the link follows the one before it. If not, finds the one that did. */
function checkPlace(progress: Progress, page: readonly LinkRow[], at: number, report: Report): void {
  const row = page[at]!;
  const { hash: previous } = progress;
  progress.hash = row.chain_hash;
  if (previous === undefined || hashOfLink(previous, row.chain_no, row.row_hash).equals(row.chain_hash)) return;
  const belongs = expectedPositionOf(previous, row, page.slice(0, MAX_POSITIONS));
  const place: Pick<AuditFinding, 'bankId' | 'chainNo' | 'auditId'> = {
    bankId: progress.bankId,
    chainNo: row.chain_no,
    auditId: row.chained_id,
  };
  if (belongs === undefined) {
    report({ ...place, kind: 'FORGED', text: 'the chain is broken here: the row or its hashes were rewritten' });
    return;
  }
  progress.hash = belongs.hash;
  report({ ...place, kind: 'MOVED', text: `audit id ${belongs.row.chained_id} was sealed under this number` });
}

/** Finds the row nearby that was sealed under this number. It was swapped by itself, or together with its hashes. */
function expectedPositionOf(previous: Buffer, here: LinkRow, candidates: readonly LinkRow[]) {
  for (const row of candidates) {
    if (row === here) continue;
    const hash = hashOfLink(previous, here.chain_no, row.row_hash);
    if (hash.equals(here.chain_hash) || hash.equals(row.chain_hash)) return { row, hash };
  }
  return undefined;
}
