import { writeCanonicalJson } from '@cardwright/contract';
import type { Tx } from '../storage/index.ts';
import { type LogRow, NO_HASH, writeLogRow } from './chain.ts';
import { type AuditRowFilter, isSelectedRow } from './row-filter.ts';
import {
  type ChainRange,
  type LinkRow,
  readAnchor,
  readChainHash,
  readChainRange,
  readLinks,
  readSeals,
  type SealRow,
} from './verify-store.ts';

const PAGE = 500;

/** A range of sealing times: `from` inclusive, `until` exclusive. */
export interface ExportRange {
  readonly from: Date | undefined;
  readonly until: Date | undefined;
}

const [EARLIEST, LATEST] = [new Date('0001-01-01T00:00:00Z'), new Date('9999-01-01T00:00:00Z')];

/**
 * Exports a part of a log as JSON lines that a reader can verify with nothing but SHA-256: first the chain's position
 * before it, then a line for each row, and the seal after the last row of each batch (docs/audit.md).
 */
export async function* exportLog(tx: Tx, bankId: string, range: ExportRange): AsyncGenerator<string> {
  const { from, until } = range;
  const opened = await openAuditExport(tx, bankId, await readChainRange(tx, bankId, from ?? EARLIEST, until ?? LATEST));
  if (opened === undefined) return;
  yield opened.line;
  let position: string | null = opened.position;
  while (position !== null) {
    const page: AuditExportPage = await exportPage(tx, bankId, position, {});
    yield* page.lines;
    position = page.next;
  }
}

/** Returns the first line of an export of these links, and the position of its first page. Undefined if there are none. */
export async function openAuditExport(
  tx: Tx,
  bankId: string,
  range: ChainRange | undefined,
): Promise<{ readonly line: string; readonly position: string } | undefined> {
  if (range === undefined) return undefined;
  const { first, last } = range;
  const opening = {
    type: 'chain',
    bank_id: bankId,
    first_chain_no: String(first),
    last_chain_no: String(last),
    previous_chain_hash: (await hashBefore(tx, bankId, first)).toString('hex'),
    verify_with: 'cardwright audit verify --file <this file>',
  };
  return { line: line(opening), position: positionOf(first - 1n, MAX_ID, last) };
}

const MAX_ID = 9_223_372_036_854_775_807n;

/** The position after a link of the chain: its number and its row, and the last link of the export. */
function positionOf(chainNo: bigint, auditId: bigint, last: bigint): string {
  return `${chainNo}-${auditId}-${last}`;
}

interface AuditExportPage {
  readonly lines: readonly string[];
  /** Number of rows in the lines. */
  readonly rows: number;
  /** Null after the last page. */
  readonly next: string | null;
}

/** A page of an export. Rows that the filter does not select have only their hashes, so that the chain stays complete. */
export async function exportPage(
  tx: Tx,
  bankId: string,
  position: string,
  filter: AuditRowFilter,
): Promise<AuditExportPage> {
  const [chainNo = 0n, auditId = 0n, last = 0n] = position.split('-').map(BigInt);
  const page = await readLinks(tx, bankId, { chainNo, auditId }, last, PAGE);
  const end = page.at(-1);
  if (end === undefined) return { lines: [], rows: 0, next: null };
  const seals = await readSeals(tx, bankId, { chainNo, sealedAt: LATEST }, end.chain_no, PAGE);
  let rows = 0;
  const lines = page.flatMap((row) => {
    const isSelected = row.audit_id !== null && isSelectedRow(row as LogRow, filter);
    if (isSelected) rows += 1;
    return [linkLine(row, isSelected), ...seals.filter(({ chain_no: no }) => no === row.chain_no).map(sealLine)];
  });
  return { lines, rows, next: page.length < PAGE ? null : positionOf(end.chain_no, end.chained_id, last) };
}

function sealLine({ chain_no: no, chain_hash: hash, sealed_at: at, key_version, mac }: SealRow): string {
  return line({
    type: 'seal',
    chain_no: String(no),
    chain_hash: hash.toString('hex'),
    sealed_at: at.toISOString(),
    key_version,
    mac: mac.toString('hex'),
  });
}

async function hashBefore(tx: Tx, bankId: string, first: bigint): Promise<Buffer> {
  const before = await readChainHash(tx, bankId, first - 1n);
  return before ?? (await readAnchor(tx, bankId))?.chain_hash ?? NO_HASH;
}

/** The row is included exactly as it was hashed; null if only its hashes remain or are exported. */
function linkLine(row: LinkRow, isSelected: boolean): string {
  const { chain_no: chainNo, row_hash: rowHash, chain_hash: chainHash, sealed_at: sealedAt } = row;
  const rowText = isSelected ? writeLogRow(row as LogRow) : 'null';
  const hashes = line({
    type: 'row',
    chain_no: String(chainNo),
    chain_hash: chainHash.toString('hex'),
    row_hash: rowHash.toString('hex'),
    sealed_at: sealedAt.toISOString(),
  });
  return `${hashes.slice(0, -1)},"row":${rowText}}`;
}

function line(members: Parameters<typeof writeCanonicalJson>[0]): string {
  return writeCanonicalJson(members);
}
