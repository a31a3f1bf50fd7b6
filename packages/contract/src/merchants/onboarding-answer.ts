import Type, { type Static } from 'typebox';
import { list, oneOf, optional, record, text } from '../schema/fields.ts';
import { AMENDMENT_TYPES, MERCHANT_STATES, MERCHANT_STATUSES } from './merchant-values.ts';

/** A deviation that was accepted for this merchant. */
export const MerchantWarning = record({ path: text(200), rule: text(40) });

/** Where a merchant of a request stands. */
export const SubmittedMerchant = record({
  merchantId: text(25),
  status: oneOf(MERCHANT_STATUSES, { description: 'Where its boarding stands' }),
  merchantState: optional(oneOf(MERCHANT_STATES, { description: 'Once it is boarded' })),
  amendments: optional(
    list(oneOf(AMENDMENT_TYPES), { description: 'Of an amendment: what was applied, at once and as one version' }),
  ),
  version: optional(Type.Integer({ description: 'The version that an amendment made' })),
  warnings: list(MerchantWarning),
});

/** 202: what a request boards is on its way, what it amends is done. */
export const OnboardingAnswer = record({
  requestId: text(25, { description: 'As sent, or made where a request of amendments had none' }),
  status: oneOf(['RECEIVED', 'VALID'], { description: 'VALID answers validateOnly=true, which keeps nothing' }),
  applications: list(
    record({
      applicationId: optional(text(40, { description: 'For the review; not with validateOnly' })),
      merchants: list(SubmittedMerchant),
    }),
  ),
});
export type OnboardingAnswer = Static<typeof OnboardingAnswer>;
export type SubmittedMerchant = Static<typeof SubmittedMerchant>;
