import type { BacktestResult, BacktestRun } from '@cardwright/contract';
import type { BacktestRow } from './backtest-run-store.ts';

export function toRunResponse(row: BacktestRow): BacktestRun {
  return {
    backtest_id: row.backtest_id,
    state: row.state,
    done: Number(row.done),
    total: row.total === null ? null : Number(row.total),
    from: row.from_at?.toISOString() ?? null,
    to: row.to_at.toISOString(),
    asked_at: row.asked_at.toISOString(),
    asked_by: row.asked_by,
    ended_at: row.ended_at?.toISOString() ?? null,
    proposal: JSON.parse(row.proposal) as Record<string, unknown>,
    ...(row.accounts !== null && { accounts: row.accounts }),
    ...(row.failure !== null && { failure: row.failure }),
    ...(row.result !== null && { result: JSON.parse(row.result) as BacktestResult }),
  };
}
