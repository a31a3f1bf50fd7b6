import { deleteView } from '@cardwright/contract';
import { fail, ok } from '../../../platform/kernel/result.ts';
import { type BankDirectory, implementBankRest } from '../../banks/index.ts';
import { sharesViewsOf, toViewResponse } from './view-response.ts';
import { readViews, removeView } from './view-store.ts';

/** Deletes a view for everyone who shares it (docs/interface/decision-views.md#delete). */
export function deleteViewOperation(banks: BankDirectory) {
  return implementBankRest(deleteView, banks, async ({ tx, bankId, caller, audit }, { params: { view_id } }) => {
    const subject = `authorization-view:${view_id}`;
    const found = (await readViews(tx, bankId)).find((one) => one.view_id === view_id);
    if (found === undefined || !sharesViewsOf(caller, found.role)) return fail('view_not_found', { subject });
    await removeView(tx, bankId, view_id);
    const body = toViewResponse(found);
    audit(bankId, subject, 'deleted', {}, { before: { view: body }, after: { view: null } });
    return ok({ body });
  });
}
