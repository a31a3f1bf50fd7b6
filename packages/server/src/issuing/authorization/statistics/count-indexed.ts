import type { Periods } from '../../../platform/kernel/time/periods.ts';
import type { Tx } from '../../../platform/storage/index.ts';
import { type CountableRow, countDecisions, mergeEqualRows } from './count-decisions.ts';
import { addStatistics } from './statistics-store.ts';
import { recordUncounted, takeUncounted } from './uncounted-store.ts';

/**
 * Number of banks whose statistics are updated at once. Each decision adds to a dozen rows of its bank: with few banks many
 * decisions share them, with many banks hardly two do. With more banks, decisions are recorded first, and each bank's rows are
 * updated in turn.
 */
export const COUNTED_BANKS = 100;

type PeriodsOf = (row: CountableRow) => Periods;

/** Counts newly indexed decisions, or records them to be counted later. Only one transaction at a time may do this. */
export async function countOrRecord(tx: Tx, added: readonly CountableRow[], periodsOf: PeriodsOf): Promise<void> {
  const banks = new Set(added.map((row) => row.bank_id));
  if (banks.size > COUNTED_BANKS) await recordUncounted(tx, mergeEqualRows(added));
  else await add(tx, added, periodsOf);
}

/** Counts the recorded decisions of these banks. Returns whether there were any. */
export async function countRecorded(tx: Tx, bankIds: readonly string[], periodsOf: PeriodsOf): Promise<boolean> {
  const recorded = await takeUncounted(tx, bankIds);
  await add(tx, recorded, periodsOf);
  return recorded.length > 0;
}

async function add(tx: Tx, rows: readonly CountableRow[], periodsOf: PeriodsOf): Promise<void> {
  const counted = countDecisions(rows, periodsOf);
  if (counted.length > 0) await addStatistics(tx, counted);
}
