import { defineRest } from '../../operation.ts';
import { flag, list, oneOf, optional, record, text } from '../../schema/fields.ts';
import { nextCursor, pageQuery } from '../../schema/page.ts';
import { identifier } from '../merchant-fields.ts';
import { MERCHANT_STATUSES } from '../merchant-values.ts';
import { hitFilter } from '../sorted-list.ts';
import { ApplicationSummary, applicationPath, ReviewedMerchant } from './merchant-application.ts';

/** Everything a reviewer needs: hits of the screening, history, and who did what. */
export const readApplication = defineRest({
  id: 'merchants.read-application',
  sdk: 'merchantApplications.retrieve',
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
    hits: hitFilter(),
    merchantId: optional(identifier({ description: 'Only this merchant' })),
    ...pageQuery,
  }),
  request: null,
  response: record({
    ...ApplicationSummary.properties,
    submitterMayDecide: flag({ description: 'Whether this acquirer lets who sent an application decide about it too' }),
    people: optional(
      list(record({ subject: text(200), name: text(200) }, { component: 'PersonName' }), {
        description: 'What people are called who stand here by issuer and subject',
      }),
    ),
    merchants: list(ReviewedMerchant, { description: 'In the order in which they were first sent' }),
    next_cursor: nextCursor,
  }),
  errors: ['application_not_found'],
});
