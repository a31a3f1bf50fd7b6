import Type from 'typebox';
import { defineRest } from '../operation.ts';
import { digits, each, instantField, list, optional, record, text } from '../schema/fields.ts';
import { MAX_PER_PAGE, nextCursor, pageQuery } from '../schema/page.ts';
import { REQUEST_ID } from './merchant-fields.ts';
import { MERCHANT_STATUSES } from './merchant-values.ts';
import { SubmittedMerchant } from './onboarding-answer.ts';

const { cursor } = pageQuery;

/** Returns the current status of the merchants of a request, in the order of the request. */
export const readOnboardingStatus = defineRest({
  id: 'merchants.read-onboarding-status',
  sdk: 'merchants.retrieveOnboarding',
  title: 'Get onboarding status',
  description: 'Returns the current status of the merchants of a request, in the order in which they were sent.',
  reference: 'docs/interface/merchant-records.md#onboarding-status',
  method: 'GET',
  path: '/merchants/onboarding/{requestId}',
  scope: 'merchants:read',
  params: record({ requestId: text(REQUEST_ID, { fieldFormat: 'identifier' }) }),
  query: record({
    limit: optional(digits(3, { description: `Number of merchants in a page, 1 to ${MAX_PER_PAGE}` })),
    cursor,
  }),
  response: record({
    requestId: text(REQUEST_ID),
    receivedAt: instantField(),
    merchantCount: Type.Integer(),
    counts: record(
      each(MERCHANT_STATUSES, () => optional(Type.Integer())),
      { description: 'Number of merchants by status' },
    ),
    applications: list(record({ applicationId: text(40), merchants: list(SubmittedMerchant) }), {
      description: 'Applications of the merchants on this page; an application can continue on the next page',
    }),
    next_cursor: nextCursor,
  }),
  errors: ['application_not_found'],
});
