import { readBacktest } from '@cardwright/contract';
import { readNameMap } from '../../platform/access/index.ts';
import { ok } from '../../platform/kernel/result.ts';
import { implementRest } from '../../platform/operation/index.ts';
import type { BankDirectory } from '../banks/index.ts';
import { readableRun } from './find-run.ts';
import { toRunResponse } from './run-response.ts';

/** Reads a backtest with its progress (docs/interface/backtests.md#read). */
export function readBacktestOperation(banks: BankDirectory) {
  return implementRest(readBacktest, async (context, { params }) => {
    const match = await readableRun(context, banks, params);
    if (!match.ok) return match;
    const { bankId, row } = match.value;
    context.audit(bankId, `backtest:${row.backtest_id}`, 'read');
    return ok({ body: toRunResponse(row, await readNameMap(context.tx, bankId, [row.asked_by])) });
  });
}
