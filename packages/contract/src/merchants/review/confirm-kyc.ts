import { optional } from '../../schema/fields.ts';
import { defineReview, reviewReason } from './merchant-application.ts';

/** Merchants that were sent with kyc false need this before their approval. */
export const confirmKyc = defineReview(
  {
    id: 'merchants.confirm-kyc',
    sdk: 'merchantApplications.confirmKyc',
    title: 'Confirm KYC of merchants',
    description: 'Confirms the identity of merchants that were sent without KYC.',
    action: 'confirm-kyc',
    scope: 'merchants:review',
  },
  { reason: optional(reviewReason()) },
);
