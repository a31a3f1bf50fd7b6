import { defineRest } from '../operation.ts';
import { list, oneOf, optional, record } from '../schema/fields.ts';
import { nextCursor, pageQuery } from '../schema/page.ts';
import { ApplicationSummary } from './merchant-application.ts';
import { MERCHANT_STATUSES } from './merchant-values.ts';

export const listApplications = defineRest({
  id: 'merchants.list-applications',
  title: 'Applications of the acquirer',
  reference: 'docs/interface/merchant-review.md#applications',
  method: 'GET',
  path: '/merchants/applications',
  scope: 'merchants:read',
  params: record({}),
  query: record({
    status: optional(oneOf(MERCHANT_STATUSES, { description: 'Those with a merchant of this status' })),
    ...pageQuery,
  }),
  request: null,
  response: record({
    applications: list(ApplicationSummary, { description: 'Newest first; those that board merchants' }),
    next_cursor: nextCursor,
  }),
  errors: [],
});
