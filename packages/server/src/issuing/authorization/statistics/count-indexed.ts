import type { Periods } from '../../../platform/kernel/time/periods.ts';
import type { Tx } from '../../../platform/storage/index.ts';
import { type CountableRow, countDecisions, mergeEqualRows } from './count-decisions.ts';
import { addStatistics } from './statistics-store.ts';
import { recordUncountedDecisions, takeUncountedDecisions } from './uncounted-store.ts';

/**
 * Number of banks whose statistics are updated at once. Each decision adds to a dozen rows of its bank: with few banks,
 * many decisions share these rows; with many banks, hardly any do. Above this number, decisions are recorded first, and
 * each bank's rows are updated in turn.
 */
export const MAX_BANK_SERIES = 100;

type PeriodsOf = (row: CountableRow) => Periods;

/** Counts newly indexed decisions, or records them to be counted later. Only one transaction at a time may do this. */
export async function countOrRecord(tx: Tx, rows: readonly CountableRow[], periodsOf: PeriodsOf): Promise<void> {
  const banks = new Set(rows.map((row) => row.bank_id));
  if (banks.size > MAX_BANK_SERIES) await recordUncountedDecisions(tx, mergeEqualRows(rows));
  else await add(tx, rows, periodsOf);
}

/** Counts the recorded decisions of these banks. Returns whether there were any. */
export async function countRecordedDecisions(
  tx: Tx,
  bankIds: readonly string[],
  periodsOf: PeriodsOf,
): Promise<boolean> {
  const groups = await takeUncountedDecisions(tx, bankIds);
  await add(tx, groups, periodsOf);
  return groups.length > 0;
}

async function add(tx: Tx, rows: readonly CountableRow[], periodsOf: PeriodsOf): Promise<void> {
  const counts = countDecisions(rows, periodsOf);
  if (counts.length > 0) await addStatistics(tx, counts);
}
