import { MAX_VIEWS, saveView } from '@cardwright/contract';
import { fail, ok } from '../../../platform/kernel/result.ts';
import { cleanTexts } from '../../../platform/operation/index.ts';
import { type BankDirectory, implementBankRest } from '../../banks/index.ts';
import { sharesViewsOf, toViewResponse } from './view-response.ts';
import { readViews, storeView } from './view-store.ts';

/**
 * Creates or changes a view that a role shares (docs/interface/decision-views.md#save). For the caller, a view of a
 * role that it does not have does not exist.
 */
export function saveViewOperation(banks: BankDirectory) {
  return implementBankRest(saveView, banks, async (context, { params: { view_id }, body }) => {
    const { tx, caller, now, audit, bankId } = context;
    const subject = `authorization-view:${view_id}`;
    const clean = cleanTexts(saveView, body, context);
    if (!sharesViewsOf(caller, clean.role)) {
      return fail('value_not_allowed', { subject, path: 'role', message: 'must be a role of the caller' });
    }
    const views = await readViews(tx, bankId);
    const before = views.find((one) => one.view_id === view_id);
    if (before !== undefined && !sharesViewsOf(caller, before.role)) return fail('view_not_found', { subject });
    if (before === undefined && clean.version !== undefined) return fail('view_not_found', { subject });
    if (before === undefined && views.length >= MAX_VIEWS) {
      return fail('state_forbids', { subject, message: `There are ${MAX_VIEWS} views already: delete one` });
    }
    const stored = await storeView(tx, bankId, {
      view_id,
      version: clean.version ?? 0,
      name: clean.name,
      role: clean.role,
      filters: JSON.stringify(clean.filters),
      columns: clean.columns === undefined ? null : [...clean.columns],
      saved_at: now,
      saved_by: caller.clientId,
      saved_by_name: caller.person?.name ?? null,
    });
    if (stored === undefined) {
      return fail('changed_meanwhile', { subject, message: 'The view was saved since it was read: read it again' });
    }
    const after = toViewResponse(stored);
    const change = { before: before === undefined ? null : { view: toViewResponse(before) }, after: { view: after } };
    audit(bankId, subject, before === undefined ? 'created' : 'saved', {}, change);
    return ok({ body: after });
  });
}
