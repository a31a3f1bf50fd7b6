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
  params: record({}),
  query: record({
    status: optional(
      oneOf(MERCHANT_STATUSES, { component: 'MerchantStatus', description: 'Those with a merchant of this status' }),
    ),
    kind: optional(
      oneOf(APPLICATION_KINDS, { description: 'BOARDING: those that board a merchant. AMENDMENT: that change one' }),
    ),
    awaiting: optional(
      oneOf(AWAITED_STEPS, {
        description:
          'Applications with a merchant in PENDING_APPROVAL that awaits this step. APPROVAL: it is reviewed, its hits are cleared and its KYC is confirmed. REVIEW: any of these is missing',
      }),
    ),
    relation: optional(
      oneOf(APPLICATION_RELATIONS, {
        description:
          'MINE: sent by the caller. ASKED_OF_ME: with a merchant on which the scopes of the caller and the rule of two people allow the next step',
      }),
    ),
    withTotal: optional(oneOf(['true', 'false'], { description: 'true: the response contains `total`' })),
    q: merchantSearch('Those with such a merchant: beginnings of words of its names, or of its merchantId'),
    ...sortedListQuery,
    sort: optional(
      oneOf(APPLICATION_SORTS, {
        description:
          'queue: applications with an OPEN or CONFIRMED hit first, then the oldest. hits: most such hits first, then the newest. Default newest',
      }),
    ),
  }),
  request: null,
  response: record({
    applications: list(ApplicationSummary, { description: 'In the order of `sort`; those that board merchants' }),
    total: optional(
      Type.Integer({ description: 'With withTotal: number of applications on all pages, 1000 if there are more' }),
    ),
    people: personNames(),
    next_cursor: nextCursor,
  }),
  errors: [],
});
