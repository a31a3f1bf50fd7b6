import Type, { type Static } from 'typebox';
import { list, oneOf, optional, record, text } from '../schema/fields.ts';
import { REQUEST_ID } from './merchant-fields.ts';
import { AMENDMENT_TYPES, MERCHANT_STATES, MERCHANT_STATUSES } from './merchant-values.ts';

/** An accepted deviation. */
export const MerchantWarning = record(
  {
    path: text(200, { description: 'Path within the request as it was sent' }),
    rule: text(40, { description: 'Name of the contract warning' }),
  },
  { component: 'MerchantWarning' },
);

/** Information that a reviewer requested before the boarding can continue. */
export const RequiredInformation = record(
  {
    path: text(200, { description: 'The field that it is about: a path within the merchant as it was sent' }),
    action: text(500, { description: 'Action to take' }),
  },
  { component: 'RequiredInformation' },
);

const amended = {
  amendments: optional(
    list(oneOf(AMENDMENT_TYPES, { component: 'AmendmentType' }), { description: 'Of an amendment: its types' }),
  ),
  version: optional(
    Type.Integer({
      description: 'The version that an amendment created; absent if it changed nothing or waits',
    }),
  ),
};

/** Status of a merchant in a request. */
export const SubmittedMerchant = record(
  {
    merchantId: text(25),
    status: oneOf(MERCHANT_STATUSES, {
      component: 'MerchantStatus',
      description: 'Status of its boarding or amendment',
    }),
    merchantState: optional(oneOf(MERCHANT_STATES, { component: 'MerchantState', description: 'After boarding' })),
    ...amended,
    reason: optional(text(500, { description: 'Why it is REJECTED, or INFORMATION_REQUIRED' })),
    informationRequired: optional(list(RequiredInformation, { description: 'With INFORMATION_REQUIRED' })),
    warnings: list(MerchantWarning),
  },
  { component: 'SubmittedMerchant' },
);

/** A merchant of an accepted request, or of a valid request that was only validated. */
export const TakenMerchant = record(
  {
    merchantId: text(25),
    status: oneOf(['RECEIVED', 'SCREENING', 'PENDING_APPROVAL', 'BOARDED', 'VALID'], {
      description:
        'RECEIVED: its boarding has begun. BOARDED: it is boarded, and the amendment is applied. SCREENING, PENDING_APPROVAL: the amendment waits. VALID: with validateOnly',
    }),
    merchantState: optional(
      oneOf(MERCHANT_STATES, {
        component: 'MerchantState',
        description: 'Of an amendment: the state of the merchant after it',
      }),
    ),
    ...amended,
    warnings: list(MerchantWarning),
  },
  { component: 'TakenMerchant' },
);

/** 202: boardings are in progress; amendments are complete or waiting. */
export const OnboardingAnswer = record(
  {
    requestId: optional(
      text(REQUEST_ID, {
        description:
          'As sent, or made by the server if a request of amendments had none. With validateOnly none is made, so it may be absent',
      }),
    ),
    status: oneOf(['RECEIVED', 'VALID'], {
      description: 'VALID: with validateOnly=true nothing is stored, and the HTTP status is 200',
    }),
    applications: list(
      record({
        applicationId: optional(text(40, { description: 'For the review; not with validateOnly' })),
        merchants: list(TakenMerchant),
      }),
    ),
    warnings: list(MerchantWarning, { description: 'About the request itself and its chains' }),
    moreWarnings: optional(
      Type.Integer({
        description: 'Number of warnings beyond the 200 that the answer lists',
      }),
    ),
  },
  { component: 'OnboardingAnswer' },
);
export type OnboardingAnswer = Static<typeof OnboardingAnswer>;
export type TakenMerchant = Static<typeof TakenMerchant>;
export type SubmittedMerchant = Static<typeof SubmittedMerchant>;
