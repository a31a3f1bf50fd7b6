import type { Page } from '../../platform/kernel/page.ts';
import { statement, type Tx } from '../../platform/storage/index.ts';
import type { RunKey, RunLease } from './run-lease.ts';

export interface DifferenceRow {
  decided_at: Date;
  place: bigint;
  /** JSON. */
  difference: string;
}

const deleteStatement = statement(
  'backtests.delete-differences',
  'delete from backtest_differences where bank_id = $1 and backtest_id = $2',
);

/** Deletes the differences of a run, before it restarts and when the run itself is deleted. */
export async function deleteDifferences(tx: Tx, { bankId, backtestId }: RunKey): Promise<void> {
  await tx.query(deleteStatement, [bankId, backtestId]);
}

const insertStatement = statement(
  'backtests.insert-differences',
  `insert into backtest_differences (bank_id, backtest_id, decided_at, place, difference)
   select b.bank_id, b.backtest_id, found.*
     from backtests b cross join unnest($4::timestamptz[], $5::bigint[], $6::text[]) as found
    where b.bank_id = $1 and b.backtest_id = $2 and b.lease = $3`,
);

/** Stores differences, unless another server has claimed the run. */
export async function insertDifferences(
  tx: Tx,
  { bankId, backtestId, lease }: RunLease,
  rows: readonly DifferenceRow[],
): Promise<void> {
  const of = <T>(value: (row: DifferenceRow) => T) => rows.map(value);
  const columns = [of((row) => row.decided_at), of((row) => row.place), of((row) => row.difference)];
  await tx.query(insertStatement, [bankId, backtestId, lease, ...columns]);
}

const selectPage = statement(
  'backtests.select-differences',
  `select decided_at, place, difference from backtest_differences
    where bank_id = $1 and backtest_id = $2 and (decided_at, place) < ($3, $4)
    order by decided_at desc, place desc limit $5`,
);

/** Lists differences newest first, with one row more than the page holds. */
export function listDifferenceRows(
  tx: Tx,
  bankId: string,
  backtestId: string,
  { before, limit }: Page,
): Promise<DifferenceRow[]> {
  return tx.query(selectPage, [bankId, backtestId, before.at, before.id, limit + 1]);
}
