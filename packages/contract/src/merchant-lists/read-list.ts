import { defineRest } from '../operation.ts';
import { listPath, MerchantList } from './merchant-list.ts';

export const readList = defineRest({
  id: 'merchant-lists.read-list',
  sdk: 'merchantLists.retrieve',
  title: 'Get a merchant list',
  description: 'Returns a list of merchants or merchant categories with all its entries.',
  reference: 'docs/interface/merchant-lists.md#read',
  method: 'GET',
  path: '/merchant-lists/{name}',
  scope: 'programs:read',
  params: listPath,
  refusesUnknownQuery: true,
  response: MerchantList,
  errors: ['merchant_list_not_found'],
});
