import { listViews } from '@cardwright/contract';
import { ok } from '../../../platform/kernel/result.ts';
import { type BankDirectory, implementBankRest } from '../../banks/index.ts';
import { sharesViewsOf, toViewResponse } from './view-response.ts';
import { readViews } from './view-store.ts';

/** Lists the views that the roles of the caller share (docs/interface/decision-views.md#list). */
export function listViewsOperation(banks: BankDirectory) {
  return implementBankRest(listViews, banks, async ({ tx, bankId, caller, audit }) => {
    const rows = (await readViews(tx, bankId)).filter(({ role }) => sharesViewsOf(caller, role));
    audit(bankId, 'authorization-views', 'read', { views: rows.length });
    return ok({ body: { items: rows.map(toViewResponse) } });
  });
}
