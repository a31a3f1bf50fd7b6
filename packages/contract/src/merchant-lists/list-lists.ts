import { defineRest } from '../operation.ts';
import { record } from '../schema/fields.ts';
import { itemsQuery, pageOf } from '../schema/page.ts';
import { MerchantListSummary } from './merchant-list.ts';

export const listLists = defineRest({
  id: 'merchant-lists.list-lists',
  sdk: 'merchantLists.list',
  title: 'List merchant lists',
  description: 'Lists the merchant lists of the bank without their entries, newest first.',
  reference: 'docs/interface/merchant-lists.md#list',
  method: 'GET',
  path: '/merchant-lists',
  scope: 'programs:read',
  query: record({ ...itemsQuery }),
  refusesUnknownQuery: true,
  response: pageOf(MerchantListSummary),
});
