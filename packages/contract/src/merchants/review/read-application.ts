import { defineRest } from '../../operation.ts';
import { personNames } from '../../people/person-names.ts';
import { flag, list, oneOf, optional, record } from '../../schema/fields.ts';
import { nextCursor, pageQuery } from '../../schema/page.ts';
import { identifier } from '../merchant-fields.ts';
import { MERCHANT_STATUSES } from '../merchant-values.ts';
import { hitFilter } from '../sorted-list.ts';
import { ApplicationSummary, applicationPath, ReviewedMerchant } from './merchant-application.ts';

/** Returns all facts for a reviewer: screening hits, history, and the people who acted. */
export const readApplication = defineRest({
  id: 'merchants.read-application',
  sdk: 'merchantApplications.retrieve',
  title: 'Get an application',
  description: 'Returns an application with its merchants, their screening hits, and their history with authors.',
  reference: 'docs/interface/merchant-review.md#read',
  method: 'GET',
  path: '/merchants/applications/{applicationId}',
  scope: 'merchants:read',
  params: applicationPath,
  query: record({
    status: optional(
      oneOf(MERCHANT_STATUSES, { component: 'MerchantStatus', description: 'Only merchants with this status' }),
    ),
    hits: hitFilter(),
    merchantId: optional(identifier({ description: 'Only this merchant' })),
    ...pageQuery,
  }),
  response: record({
    ...ApplicationSummary.properties,
    submitterMayDecide: flag({ description: 'Whether the submitter of an application can also review and approve it' }),
    people: personNames(),
    merchants: list(ReviewedMerchant, { description: 'Merchants in the order in which they were first sent' }),
    next_cursor: nextCursor,
  }),
  errors: ['application_not_found'],
});
