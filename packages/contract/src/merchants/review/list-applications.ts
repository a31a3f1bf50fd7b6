import Type from 'typebox';
import { defineRest } from '../../operation.ts';
import { personNames } from '../../people/person-names.ts';
import { list, oneOf, optional, record } from '../../schema/fields.ts';
import { nextCursor } from '../../schema/page.ts';
import { MERCHANT_STATUSES } from '../merchant-values.ts';
import { APPLICATION_SORTS, merchantSearch, sortedListQuery } from '../sorted-list.ts';
import { APPLICATION_KINDS, APPLICATION_RELATIONS, ApplicationSummary, AWAITED_STEPS } from './merchant-application.ts';

export const listApplications = defineRest({
  id: 'merchants.list-applications',
  sdk: 'merchantApplications.list',
  title: 'List applications',
  description: 'Lists the applications of the acquirer by status, by screening hits or by time.',
  reference: 'docs/interface/merchant-review.md#applications',
  method: 'GET',
  path: '/merchants/applications',
  scope: 'merchants:read',
  query: record({
    status: optional(
      oneOf(MERCHANT_STATUSES, {
        component: 'MerchantStatus',
        description: 'Only applications with a merchant with this status',
      }),
    ),
    kind: optional(
      oneOf(APPLICATION_KINDS, {
        description:
          'BOARDING: only applications that board a merchant. AMENDMENT: only applications that amend a merchant',
      }),
    ),
    awaiting: optional(
      oneOf(AWAITED_STEPS, {
        description:
          'Only applications with a merchant in PENDING_APPROVAL that awaits this step. APPROVAL: the merchant is reviewed, its hits are cleared and its KYC is confirmed. REVIEW: any of these is missing',
      }),
    ),
    relation: optional(
      oneOf(APPLICATION_RELATIONS, {
        description:
          'MINE: only applications that the caller sent. ASKED_OF_ME: only applications with a merchant for which the caller can perform the next step, under its scopes and the two-person rule',
      }),
    ),
    withTotal: optional(oneOf(['true', 'false'], { description: 'true: the response contains `total`' })),
    q: merchantSearch('Only applications with a matching merchant: word prefixes of the names or the merchantId'),
    ...sortedListQuery,
    sort: optional(
      oneOf(APPLICATION_SORTS, {
        description:
          'queue: applications with an OPEN or CONFIRMED hit first, then oldest first. hits: most such hits first, then newest first. Default: newest',
      }),
    ),
  }),
  response: record({
    applications: list(ApplicationSummary, { description: 'Applications in the order of `sort`' }),
    total: optional(Type.Integer({ description: 'With withTotal: number of applications on all pages, at most 1000' })),
    people: personNames(),
    next_cursor: nextCursor,
  }),
});
