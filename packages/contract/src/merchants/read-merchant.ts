import { defineRest } from '../operation.ts';
import { record } from '../schema/fields.ts';
import { identifier } from './merchant-fields.ts';
import { MerchantRecord } from './merchant-record.ts';

export const merchantPath = record({ merchantId: identifier() });

export const readMerchant = defineRest({
  id: 'merchants.read-merchant',
  sdk: 'merchants.retrieve',
  title: 'Get a merchant',
  description: 'Returns the record of a merchant as sent, the data derived from it, and its newest versions.',
  reference: 'docs/interface/merchant-records.md#merchant',
  method: 'GET',
  path: '/merchants/{merchantId}',
  scope: 'merchants:read',
  params: merchantPath,
  response: MerchantRecord,
  errors: ['merchant_not_found'],
});
