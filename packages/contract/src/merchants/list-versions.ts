import { defineRest } from '../operation.ts';
import { digits, list, optional, record } from '../schema/fields.ts';
import { nextCursor, pageQuery } from '../schema/page.ts';
import { MerchantVersion } from './merchant-record.ts';
import { merchantPath } from './read-merchant.ts';

export const listVersions = defineRest({
  id: 'merchants.list-versions',
  sdk: 'merchants.listVersions',
  title: 'List versions of a merchant',
  description:
    'Lists the versions of a merchant, newest first, with the changes of each amendment. Version 1 is the original boarding.',
  reference: 'docs/interface/merchant-records.md#versions',
  method: 'GET',
  path: '/merchants/{merchantId}/versions',
  scope: 'merchants:read',
  params: merchantPath,
  query: record({
    ...pageQuery,
    version: optional(digits(9, { description: 'Only this version, with its changes in pages' })),
  }),
  response: record({
    versions: list(MerchantVersion, { description: 'Versions, newest first' }),
    next_cursor: nextCursor,
  }),
  errors: ['merchant_not_found'],
});
