import { changeReason } from '../change-requests/change-request.ts';
import { defineRest } from '../operation.ts';
import { optional, record } from '../schema/fields.ts';
import { listPath, MerchantListSummary, sentEntries } from './merchant-list.ts';

export const changeList = defineRest({
  id: 'merchant-lists.change-list',
  sdk: 'merchantLists.update',
  title: 'Update a merchant list',
  description:
    'Adds entries to a list and removes entries from it. Entries that already exist, or that do not exist, are ignored. An entry in both `add` and `remove` is refused.',
  reference: 'docs/interface/merchant-lists.md#change',
  method: 'PATCH',
  path: '/merchant-lists/{name}',
  scope: 'programs:write',
  params: listPath,
  request: record({
    add: optional(sentEntries('Entries to add')),
    remove: optional(sentEntries('Entries to remove')),
    reason: optional(changeReason()),
  }),
  response: MerchantListSummary,
  changeKinds: ['list.change'],
  takesIdempotencyKey: true,
  errors: ['merchant_list_not_found', 'state_forbids'],
});
