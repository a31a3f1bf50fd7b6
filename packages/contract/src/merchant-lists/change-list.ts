import { changeReason } from '../change-requests/change-request.ts';
import { defineRest } from '../operation.ts';
import { optional, record } from '../schema/fields.ts';
import { listPath, MerchantListSummary, sentEntries } from './merchant-list.ts';

export const changeList = defineRest({
  id: 'merchant-lists.change-list',
  sdk: 'merchantLists.update',
  title: 'Update a merchant list',
  description:
    'Adds entries to a list and removes others. An entry that exists already, or does not exist, is ignored. An entry that is in both lists is refused.',
  reference: 'docs/interface/merchant-lists.md#change',
  method: 'PATCH',
  path: '/merchant-lists/{name}',
  scope: 'programs:write',
  params: listPath,
  query: record({}),
  request: record({
    add: optional(sentEntries('To be added')),
    remove: optional(sentEntries('To be removed')),
    reason: optional(changeReason()),
  }),
  response: MerchantListSummary,
  changeKinds: ['list.change'],
  takesIdempotencyKey: true,
  errors: ['merchant_list_not_found', 'state_forbids'],
});
