import { randomUUID } from 'node:crypto';
import { type BacktestResult, MAX_RUNS_AT_ONCE, MAX_SHADOW_RULES, writeJson } from '@cardwright/contract';
import { type Failure, fail, ok } from '../../platform/kernel/result.ts';
import type { RunsOfRules } from '../rules/index.ts';
import { addRun, countActiveRuns, findRun } from './backtest-run-store.ts';

/** The clock of another server, and so the times of its decisions, can be ahead of this server's. */
const CLOCKS_DIFFER_MS = 3_600_000;

/** Backtests of proposed rules. */
export const runsOfRules: RunsOfRules = {
  async start(context, bankId, proposal, from) {
    const { tx, now, caller } = context;
    const most = context.isPartOfConfiguration ? MAX_SHADOW_RULES : MAX_RUNS_AT_ONCE;
    if ((await countActiveRuns(tx, bankId)) >= most) return tooMany(most);
    const run = {
      backtest_id: randomUUID(),
      from_at: from,
      to_at: new Date(now.getTime() + CLOCKS_DIFFER_MS),
      proposal: writeJson(proposal as never),
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
    if (result === undefined) return { state: row.state, decisions: null, changed: null };
    const { decisions = 0, changed = 0 } = result.provisionings ?? {};
    return { state: row.state, decisions: result.decisions + decisions, changed: result.changed + changed };
  },
};

function tooMany(most: number): Failure<'state_forbids'> {
  return fail('state_forbids', {
    message: `${most} backtests of the bank wait or run already: one of them has to end first`,
  });
}
