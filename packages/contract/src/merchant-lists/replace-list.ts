import { defineRest } from '../operation.ts';
import { record } from '../schema/fields.ts';
import { listKind, listPath, MerchantListSummary, sentEntries } from './merchant-list.ts';

export const replaceList = defineRest({
  id: 'merchant-lists.replace-list',
  sdk: 'merchantLists.replace',
  title: 'Make or replace a merchant list',
  description:
    'Makes a list of merchants or of merchant categories, or replaces all entries of the one with this name. Rules that name it see the new entries at once.',
  reference: 'docs/interface/merchant-lists.md#replace',
  method: 'PUT',
  path: '/merchant-lists/{name}',
  scope: 'programs:write',
  params: listPath,
  query: record({}),
  request: record({
    kind: listKind(),
    entries: sentEntries('Merchants, or categories of 4 digits; doubles count once'),
  }),
  response: MerchantListSummary,
  takesIdempotencyKey: true,
  errors: ['state_forbids'],
});
