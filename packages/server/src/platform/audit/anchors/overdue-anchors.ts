import type { Tx } from '../../storage/index.ts';
import { readHead } from '../chain-store.ts';
import { findOwners } from '../verify-store.ts';
import type { ExpectedHead } from './pending-heads.ts';

/** Finds logs with rows that were sealed before this time and are in no anchor. */
export async function findOverdueAnchors(
  tx: Tx,
  anchored: readonly ExpectedHead[],
  before: Date,
): Promise<{ bankId: string; rows: bigint }[]> {
  const overdue: { bankId: string; rows: bigint }[] = [];
  for (const bankId of await findOwners(tx)) {
    const head = await readHead(tx, bankId);
    if (head === undefined || head.sealed_at > before) continue;
    const numbers = anchored.filter((one) => one.bankId === bankId).map(({ chainNo }) => chainNo);
    const newest = numbers.reduce((most, chainNo) => (chainNo > most ? chainNo : most), 0n);
    if (newest < head.chain_no) overdue.push({ bankId, rows: head.chain_no - newest });
  }
  return overdue;
}
