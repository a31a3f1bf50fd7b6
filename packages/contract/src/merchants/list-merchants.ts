import { defineRest } from '../operation.ts';
import { list, oneOf, optional, record } from '../schema/fields.ts';
import { nextCursor } from '../schema/page.ts';
import { MerchantSummary } from './merchant-record.ts';
import { MERCHANT_STATES, MERCHANT_STATUSES } from './merchant-values.ts';
import { merchantSearch, sortedListQuery } from './sorted-list.ts';

export const listMerchants = defineRest({
  id: 'merchants.list-merchants',
  sdk: 'merchants.list',
  title: 'List merchants',
  description: 'Lists the merchants of the acquirer, newest first, by status, by state or by a search text.',
  reference: 'docs/interface/merchant-records.md#list',
  method: 'GET',
  path: '/merchants',
  scope: 'merchants:read',
  query: record({
    status: optional(
      oneOf(MERCHANT_STATUSES, { component: 'MerchantStatus', description: 'Only merchants with this status' }),
    ),
    merchantState: optional(
      oneOf(MERCHANT_STATES, { component: 'MerchantState', description: 'Only merchants in this state' }),
    ),
    q: merchantSearch('Word prefixes of the names or the merchantId, ignoring case, accents and special characters'),
    ...sortedListQuery,
  }),
  response: record({
    merchants: list(MerchantSummary, { description: 'Merchants in the order of `sort`' }),
    next_cursor: nextCursor,
  }),
});
