import { listBacktests } from '@cardwright/contract';
import { readNameMap } from '../../platform/access/index.ts';
import { cutItems, readPage } from '../../platform/kernel/page.ts';
import { ok } from '../../platform/kernel/result.ts';
import { implementRest } from '../../platform/operation/index.ts';
import { type BankDirectory, bankOfCaller } from '../banks/index.ts';
import { type BacktestListRow, listRunRows } from './backtest-run-store.ts';
import { toRunResponse } from './run-response.ts';

/** Lists the backtests of the bank (docs/interface/backtests.md#list). */
export function listBacktestsOperation(banks: BankDirectory) {
  return implementRest(listBacktests, async ({ tx, caller, audit }, { query }) => {
    const page = readPage(query);
    if (!page.ok) return page;
    const calling = bankOfCaller(caller, banks);
    if (!calling.ok) return calling;
    const { bankId } = calling.value;
    const rows = await listRunRows(tx, bankId, page.value);
    const names = await readNameMap(
      tx,
      bankId,
      rows.map((row) => row.asked_by),
    );
    const place = ({ asked_at: at, place: id }: BacktestListRow) => ({ at, id });
    const body = cutItems(rows, page.value, place, (row) => ({
      ...toRunResponse({ ...row, result: null }, names),
      changed: row.changed === null ? null : Number(row.changed),
    }));
    audit(bankId, `bank:${bankId}`, 'backtests listed', { backtests: body.items.length });
    return ok({ body });
  });
}
