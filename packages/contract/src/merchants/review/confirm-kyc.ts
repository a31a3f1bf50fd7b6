import { optional } from '../../schema/fields.ts';
import { defineReview, reviewReason } from './merchant-application.ts';

/** Merchants that were sent with kyc false need it before they can be approved. */
export const confirmKyc = defineReview(
  {
    id: 'merchants.confirm-kyc',
    sdk: 'merchantApplications.confirmKyc',
    description: 'Confirms who the merchants are, where they were sent without that.',
    title: 'Confirm KYC of merchants',
    action: 'confirm-kyc',
    scope: 'merchants:review',
  },
  { reason: optional(reviewReason()) },
);
