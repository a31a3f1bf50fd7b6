import { defineReview, reviewReason } from './merchant-application.ts';

/** Final. The ids of their terminals can be used again, their own ids cannot. */
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
