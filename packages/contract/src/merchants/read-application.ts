import { defineRest } from '../operation.ts';
import { list, oneOf, optional, record } from '../schema/fields.ts';
import { nextCursor, pageQuery } from '../schema/page.ts';
import { ApplicationSummary, applicationPath, ReviewedMerchant } from './merchant-application.ts';
import { MERCHANT_STATUSES } from './merchant-values.ts';

/** Everything a reviewer needs: hits of the screening, history, and who did what. */
export const readApplication = defineRest({
  id: 'merchants.read-application',
  title: 'One application with its merchants',
  description: 'Shows one application with its merchants: hits of the screening, history, and who did what.',
  reference: 'docs/interface/merchant-review.md#read',
  method: 'GET',
  path: '/merchants/applications/{applicationId}',
  scope: 'merchants:read',
  params: applicationPath,
  query: record({
    status: optional(
      oneOf(MERCHANT_STATUSES, { component: 'MerchantStatus', description: 'Only merchants of this status' }),
    ),
    ...pageQuery,
  }),
  request: null,
  response: record({
    ...ApplicationSummary.properties,
    merchants: list(ReviewedMerchant, { description: 'In the order in which they were first sent' }),
    next_cursor: nextCursor,
  }),
  errors: ['application_not_found'],
});
