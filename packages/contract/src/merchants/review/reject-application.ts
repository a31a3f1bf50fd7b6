import { defineReview, reviewReason } from './merchant-application.ts';

/** Final. The terminal ids can be used again, the merchant ids cannot. */
export const rejectApplication = defineReview(
  {
    id: 'merchants.reject-application',
    sdk: 'merchantApplications.reject',
    title: 'Reject merchants',
    description: 'Rejects merchants for good and frees their terminals.',
    action: 'reject',
    scope: 'merchants:review',
  },
  { reason: reviewReason() },
);
