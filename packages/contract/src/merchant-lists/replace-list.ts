import { changeReason } from '../change-requests/change-request.ts';
import { defineRest } from '../operation.ts';
import { optional, record } from '../schema/fields.ts';
import { listKind, listPath, MerchantListSummary, sentEntries } from './merchant-list.ts';

export const replaceList = defineRest({
  id: 'merchant-lists.replace-list',
  sdk: 'merchantLists.replace',
  title: 'Create or replace a merchant list',
  description:
    'Creates a list of merchants or merchant categories, or replaces all entries of the list with this name. Rules that use the list apply the new entries immediately.',
  reference: 'docs/interface/merchant-lists.md#replace',
  method: 'PUT',
  path: '/merchant-lists/{name}',
  scope: 'programs:write',
  params: listPath,
  request: record({
    kind: listKind(),
    entries: sentEntries('Merchants, or categories of 4 digits; duplicates are merged'),
    reason: optional(changeReason()),
  }),
  response: MerchantListSummary,
  changeKinds: ['list.change'],
  takesIdempotencyKey: true,
  errors: ['state_forbids'],
});
