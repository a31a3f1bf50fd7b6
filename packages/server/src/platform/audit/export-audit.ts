import { writeCanonicalJson } from '@cardwright/contract';
import type { Tx } from '../storage/index.ts';
import { type LogRow, NO_HASH, writeLogRow } from './chain.ts';
import { type LinkRow, readAnchor, readChainHash, readChainRange, readLinks, readSeals } from './verify-store.ts';

const PAGE = 500;

/** A range of sealing times: `from` inclusive, `until` exclusive. */
export interface ExportRange {
  readonly from: Date | undefined;
  readonly until: Date | undefined;
}

const [EARLIEST, LATEST] = [new Date('0001-01-01T00:00:00Z'), new Date('9999-01-01T00:00:00Z')];

/**
 * Exports a part of a bank's log as JSON lines that can be verified with nothing but SHA-256: first the chain's
 * position before it, then a line for each row, and the seal after the last row of each batch (docs/audit.md).
 */
export async function* exportLog(tx: Tx, bankId: string, { from, until }: ExportRange): AsyncGenerator<string> {
  const range = await readChainRange(tx, bankId, from ?? EARLIEST, until ?? LATEST);
  if (range === undefined) return;
  const { first, last } = range;
  yield line({
    type: 'chain',
    bank_id: bankId,
    first_chain_no: String(first),
    last_chain_no: String(last),
    previous_chain_hash: (await hashBefore(tx, bankId, first)).toString('hex'),
  });
  let after = { chainNo: first - 1n, auditId: 9_223_372_036_854_775_807n };
  for (;;) {
    const page = await readLinks(tx, bankId, after, last, PAGE);
    const end = page.at(-1);
    if (end === undefined) return;
    const seals = await readSeals(tx, bankId, { chainNo: after.chainNo, sealedAt: LATEST }, end.chain_no, PAGE);
    for (const row of page) {
      yield linkLine(row);
      for (const seal of seals.filter(({ chain_no }) => chain_no === row.chain_no)) {
        yield line({
          type: 'seal',
          chain_no: String(seal.chain_no),
          chain_hash: seal.chain_hash.toString('hex'),
          sealed_at: seal.sealed_at.toISOString(),
          key_version: seal.key_version,
          mac: seal.mac.toString('hex'),
        });
      }
    }
    after = { chainNo: end.chain_no, auditId: end.chained_id };
  }
}

async function hashBefore(tx: Tx, bankId: string, first: bigint): Promise<Buffer> {
  const before = await readChainHash(tx, bankId, first - 1n);
  return before ?? (await readAnchor(tx, bankId))?.chain_hash ?? NO_HASH;
}

/** The row is included exactly as it was hashed; null if only its hashes remain. */
function linkLine(row: LinkRow): string {
  const { chain_no: chainNo, row_hash: rowHash, chain_hash: chainHash, sealed_at: sealedAt } = row;
  const rowText = row.audit_id === null ? 'null' : writeLogRow(row as LogRow);
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
