import { defineRest } from '../operation.ts';
import { list, record } from '../schema/fields.ts';
import { nextCursor, pageQuery } from '../schema/page.ts';
import { MerchantVersion } from './merchant-record.ts';
import { merchantPath } from './read-merchant.ts';

export const listVersions = defineRest({
  id: 'merchants.list-versions',
  title: 'Versions of a merchant',
  reference: 'docs/interface/merchant-records.md#versions',
  method: 'GET',
  path: '/merchants/{merchantId}/versions',
  scope: 'merchants:read',
  params: merchantPath,
  query: record(pageQuery),
  request: null,
  response: record({ versions: list(MerchantVersion, { description: 'Newest first' }), next_cursor: nextCursor }),
  errors: ['merchant_not_found'],
});
