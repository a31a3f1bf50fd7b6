import { listViews } from '@cardwright/contract';
import { ok } from '../../../platform/kernel/result.ts';
import { implementRest } from '../../../platform/operation/index.ts';
import { type BankDirectory, bankOfCaller } from '../../banks/index.ts';
import { sharesViewsOf, toViewResponse } from './view-response.ts';
import { readViews } from './view-store.ts';

/** Lists the views that the roles of the caller share (docs/interface/decision-views.md#list). */
export function listViewsOperation(banks: BankDirectory) {
  return implementRest(listViews, async ({ tx, caller, audit }) => {
    const calling = bankOfCaller(caller, banks);
    if (!calling.ok) return calling;
    const { bankId } = calling.value;
    const rows = (await readViews(tx, bankId)).filter(({ role }) => sharesViewsOf(caller, role));
    audit(bankId, 'authorization-views', 'read', { views: rows.length });
    return ok({ body: { items: rows.map(toViewResponse) } });
  });
}
