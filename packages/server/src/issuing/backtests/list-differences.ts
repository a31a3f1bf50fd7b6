import { type BacktestDifference, listDifferences } from '@cardwright/contract';
import { cutItems, readPage } from '../../platform/kernel/page.ts';
import { ok } from '../../platform/kernel/result.ts';
import { implementRest } from '../../platform/operation/index.ts';
import type { BankDirectory } from '../banks/index.ts';
import { type DifferenceRow, listDifferenceRows } from './difference-store.ts';
import { readableRun } from './find-run.ts';

/** Lists the decisions that a backtest changed (docs/interface/backtests.md#differences). */
export function listDifferencesOperation(banks: BankDirectory) {
  return implementRest(listDifferences, async (context, { params, query }) => {
    const page = readPage(query);
    if (!page.ok) return page;
    const match = await readableRun(context, banks, params);
    if (!match.ok) return match;
    const { bankId, row } = match.value;
    const rows = await listDifferenceRows(context.tx, bankId, row.backtest_id, page.value);
    const place = ({ decided_at: at, place: id }: DifferenceRow) => ({ at, id });
    const body = cutItems(rows, page.value, place, ({ difference }) => JSON.parse(difference) as BacktestDifference);
    context.audit(bankId, `backtest:${row.backtest_id}`, 'differences listed', { differences: body.items.length });
    return ok({ body });
  });
}
