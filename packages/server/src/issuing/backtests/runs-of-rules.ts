import { randomUUID } from 'node:crypto';
import { type BacktestResult, MAX_RUNS_AT_ONCE, writeJson } from '@cardwright/contract';
import { type Failure, fail, ok } from '../../platform/kernel/result.ts';
import type { RunsOfRules } from '../rules/index.ts';
import { addRun, countActiveRuns, findRun } from './backtest-run-store.ts';

/** The clock of another server, and so the times of its decisions, can be ahead of this server's. */
const CLOCKS_DIFFER_MS = 3_600_000;

/** Backtests of proposed rules. */
export const runsOfRules: RunsOfRules = {
  async start(context, bankId, rule, from) {
    const { tx, now, caller } = context;
    if ((await countActiveRuns(tx, bankId)) >= MAX_RUNS_AT_ONCE) return tooMany();
    const run = {
      backtest_id: randomUUID(),
      from_at: from,
      to_at: new Date(now.getTime() + CLOCKS_DIFFER_MS),
      proposal: writeJson({ rules: [rule] } as never),
      accounts: null,
      asked_by: caller.clientId,
      asked_at: now,
    };
    return ok((await addRun(tx, bankId, run)).backtest_id);
  },
  async look(tx, bankId, backtestId) {
    const row = await findRun(tx, bankId, backtestId);
    if (row === undefined) return undefined;
    const result = row.result === null ? undefined : (JSON.parse(row.result) as BacktestResult);
    return { state: row.state, decisions: result?.decisions ?? null, changed: result?.changed ?? null };
  },
};

function tooMany(): Failure<'state_forbids'> {
  return fail('state_forbids', {
    message: `${MAX_RUNS_AT_ONCE} backtests of the bank wait or run already: one of them has to end first`,
  });
}
