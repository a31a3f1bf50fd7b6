import Type, { type Static } from 'typebox';
import { defineRest } from '../../operation.ts';
import { each, flag, instantField, list, oneOf, optional, record, text } from '../../schema/fields.ts';
import type { Scope } from '../../scopes.ts';
import type { SdkMethodName } from '../../sdk-resources.ts';
import { identifier, REQUEST_ID } from '../merchant-fields.ts';
import { AMENDMENT_TYPES, MAX_MERCHANTS, MERCHANT_STATES, MERCHANT_STATUSES } from '../merchant-values.ts';
import { RequiredInformation } from '../onboarding-answer.ts';
import { hitCounts, ScreeningHit } from './screening-hit.ts';

const orNull = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) => Type.Union([schema, Type.Null()]);
const person = () =>
  text(200, {
    fieldComponent: 'ReviewingCaller',
    description: 'Caller: an OAuth client, or issuer and subject of an external caller',
  });

/** The actions of a review. */
export const REVIEW_ACTIONS = [
  'REVIEWED',
  'KYC_CONFIRMED',
  'INFORMATION_REQUESTED',
  'REJECTED',
  'SCREENED_AGAIN',
  'APPROVED',
  'HIT_CLEARED',
  'HIT_CONFIRMED',
  'RETURNED_TO_REVIEW',
] as const;
export type ReviewAction = (typeof REVIEW_ACTIONS)[number];

/** The effect of an application on a merchant. One application may have both kinds. */
export const APPLICATION_KINDS = ['BOARDING', 'AMENDMENT'] as const;
export type ApplicationKind = (typeof APPLICATION_KINDS)[number];

/** The step that an application waits for while people decide about its merchants. */
export const AWAITED_STEPS = ['REVIEW', 'APPROVAL'] as const;
export type AwaitedStep = (typeof AWAITED_STEPS)[number];

/** The relation of an application to the caller. */
export const APPLICATION_RELATIONS = ['MINE', 'ASKED_OF_ME'] as const;
export type ApplicationRelation = (typeof APPLICATION_RELATIONS)[number];

export const applicationId = () => text(40, { description: 'Id of the application, as returned by onboarding' });
export const applicationPath = record({ applicationId: applicationId() });

const counts = record(
  each(MERCHANT_STATUSES, () => optional(Type.Integer())),
  { component: 'MerchantCounts', description: 'Number of merchants by status' },
);

export const ApplicationSummary = record(
  {
    applicationId: applicationId(),
    requestId: text(REQUEST_ID, { description: 'Id of the onboarding request' }),
    chainId: Type.Union([text(25), Type.Null()], { description: 'Id of the chain; null if there is none' }),
    createdAt: instantField(),
    submittedBy: person(),
    first: optional(
      record(
        { merchantId: text(25), merchantName: text(100) },
        {
          component: 'FirstMerchant',
          description: 'First merchant; absent if all merchants were resubmitted in another application',
        },
      ),
    ),
    amendments: Type.Integer({ description: 'Number of merchants that the application amends; it boards the others' }),
    counts,
    hits: hitCounts(),
    awaiting: optional(
      record(
        each(AWAITED_STEPS, () => optional(Type.Integer())),
        {
          component: 'AwaitedSteps',
          description:
            'Number of merchants in PENDING_APPROVAL that await a review or approval; absent if there are none',
        },
      ),
    ),
    reviewedBy: optional(list(person(), { description: 'Reviewers of the merchants that await approval, at most 10' })),
  },
  { component: 'ApplicationSummary' },
);

const MerchantEvent = record(
  {
    sequence: Type.Integer({ description: 'Sequence number of the change, from 1' }),
    at: text(24),
    by: person(),
    from: orNull(oneOf([...MERCHANT_STATUSES, ...MERCHANT_STATES])),
    to: oneOf([...MERCHANT_STATUSES, ...MERCHANT_STATES]),
    amendments: optional(
      list(oneOf(AMENDMENT_TYPES, { component: 'AmendmentType' }), {
        description: 'Types of a pending amendment',
      }),
    ),
    reason: orNull(text(500)),
  },
  { component: 'MerchantEvent' },
);

const MerchantReview = record(
  {
    at: text(24),
    by: person(),
    action: oneOf(REVIEW_ACTIONS),
    applicationId: text(40, { description: 'Application to which the merchant belonged at that time' }),
    reason: orNull(text(500)),
  },
  { component: 'MerchantReview' },
);

/** A merchant as reviewers see it. */
export const ReviewedMerchant = record(
  {
    merchantId: text(25),
    merchantName: text(100),
    legalName: text(100),
    mcc: text(4),
    trn: text(15),
    kyc: flag(),
    amendments: optional(
      list(oneOf(AMENDMENT_TYPES, { component: 'AmendmentType' }), {
        description: 'Types of an amendment. The other fields are those of the version in force',
      }),
    ),
    proposed: optional(Type.Unsafe<Record<string, unknown>>({ type: 'object', description: 'Amendment as sent' })),
    status: oneOf(MERCHANT_STATUSES, {
      component: 'MerchantStatus',
      description: 'Status of the boarding or amendment',
    }),
    merchantState: orNull(oneOf(MERCHANT_STATES, { component: 'MerchantState' })),
    screening: record({
      attempts: Type.Integer({ description: 'Number of screenings' }),
      hits: Type.Union([list(ScreeningHit), Type.Null()], {
        description: 'Screening hits; null until the screening ends',
      }),
      problem: orNull(text(300, { description: 'Reason why the latest attempt failed; the screening is repeated' })),
      nextAttemptAt: orNull(text(24, { description: 'Time of the next screening; null if no screening is due' })),
    }),
    reviewedBy: orNull(person()),
    kycConfirmedBy: orNull(person()),
    approvedBy: orNull(person()),
    informationRequired: orNull(list(RequiredInformation)),
    changedAt: text(24, { description: 'Time of the latest change, ISO 8601 UTC; a value for `unchangedSince`' }),
    history: list(MerchantEvent, { description: 'Changes of status and state, newest first, at most 50' }),
    reviews: list(MerchantReview, { description: 'Actions of people with their reasons, newest first, at most 50' }),
  },
  { component: 'ReviewedMerchant' },
);
export type ReviewedMerchant = Static<typeof ReviewedMerchant>;

const UndecidedHit = record(
  {
    merchantId: text(25),
    ...ScreeningHit.properties,
  },
  { component: 'UndecidedHit', extending: ScreeningHit },
);

/** The status of each merchant after an action. */
export const ReviewAnswer = record(
  {
    applicationId: applicationId(),
    merchants: list(
      record({
        merchantId: text(25),
        status: oneOf(MERCHANT_STATUSES, { component: 'MerchantStatus' }),
        merchantState: optional(oneOf(MERCHANT_STATES, { component: 'MerchantState' })),
        hits: hitCounts(),
      }),
    ),
    standingHits: optional(
      list(UndecidedHit, {
        description: 'OPEN or CONFIRMED hits, which prevent approval, at most 100; absent if there are none',
      }),
    ),
  },
  { component: 'ReviewAnswer' },
);
export type ReviewAnswer = Static<typeof ReviewAnswer>;

/** Ensures that a decision applies to the state that the reviewer saw. */
export const unchangedSince = () =>
  optional(
    text(24, {
      fieldComponent: 'UnchangedSince',
      fieldFormat: 'utc-time',
      description: 'Value of `changedAt` that was read. The request fails with 420 if a merchant has changed since',
    }),
  );

export const reviewReason = () =>
  text(500, { fieldComponent: 'ReviewReason', description: 'Reason, stored with the merchant and in the audit log' });

/** A review action. It applies to the listed merchants, or to all merchants of the application that allow it. */
export function defineReview<Fields extends Parameters<typeof record>[0]>(
  {
    action,
    ...described
  }: {
    id: string;
    sdk: SdkMethodName;
    title: string;
    description: string;
    action: string;
    scope: Scope;
    partScope?: Scope;
  },
  fields: Fields,
) {
  return defineRest({
    ...described,
    reference: `docs/interface/merchant-review.md#${action}`,
    method: 'POST',
    path: `/merchants/applications/{applicationId}/${action}`,
    params: applicationPath,
    request: record({
      merchantIds: optional(
        list(identifier(), {
          fieldComponent: 'ReviewedMerchantIds',
          minItems: 1,
          maxItems: MAX_MERCHANTS,
          description:
            'Merchants to which the action applies. Default: all merchants of the application whose status allows it',
        }),
      ),
      unchangedSince: unchangedSince(),
      ...fields,
    }),
    response: ReviewAnswer,
    takesIdempotencyKey: true,
    listsActions: true,
    errors: ['merchant_not_found', 'application_not_found', 'state_forbids'],
  });
}
