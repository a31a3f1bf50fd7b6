import { cancelBacktest } from '@cardwright/contract';
import { requireValue } from '../../platform/kernel/required.ts';
import { ok } from '../../platform/kernel/result.ts';
import { implementRest } from '../../platform/operation/index.ts';
import type { BankDirectory } from '../banks/index.ts';
import { cancelRun, findRun } from './backtest-run-store.ts';
import { runOfCaller } from './find-run.ts';

/** Cancels a backtest (docs/interface/backtests.md#cancel). The thread that carries it out stops within about a second. */
export function cancelBacktestOperation(banks: BankDirectory) {
  return implementRest(cancelBacktest, async (context, { params }) => {
    const match = await runOfCaller(context, banks, params);
    if (!match.ok) return match;
    const { tx, now, audit } = context;
    const { bankId, row: before } = match.value;
    await cancelRun(tx, bankId, before.backtest_id, now);
    const row = requireValue(await findRun(tx, bankId, before.backtest_id), 'a backtest that was there');
    const states = { before: { state: before.state }, after: { state: row.state } };
    const outcome = row.state === before.state ? 'was over' : 'cancelled';
    audit(bankId, `backtest:${row.backtest_id}`, outcome, {}, states);
    return ok({ body: { backtest_id: row.backtest_id, state: row.state } });
  });
}
