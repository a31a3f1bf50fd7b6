import type { BacktestResult, BacktestRun } from '@cardwright/contract';
import type { BacktestRow } from './backtest-run-store.ts';

/** @param names the names of people by subject, for the author */
export function toRunResponse(row: BacktestRow, names: ReadonlyMap<string, string> = new Map()): BacktestRun {
  const name = names.get(row.asked_by);
  return {
    backtest_id: row.backtest_id,
    state: row.state,
    done: Number(row.done),
    total: row.total === null ? null : Number(row.total),
    from: row.from_at?.toISOString() ?? null,
    to: row.to_at.toISOString(),
    asked_at: row.asked_at.toISOString(),
    asked_by: row.asked_by,
    ...(name !== undefined && { asked_by_name: name }),
    ended_at: row.ended_at?.toISOString() ?? null,
    proposal: JSON.parse(row.proposal) as Record<string, unknown>,
    ...(row.accounts !== null && { accounts: row.accounts }),
    ...(row.failure !== null && { failure: row.failure }),
    ...(row.result !== null && { result: JSON.parse(row.result) as BacktestResult }),
  };
}
