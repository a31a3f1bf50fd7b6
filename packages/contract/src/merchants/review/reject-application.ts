import { defineReview, reviewReason } from './merchant-application.ts';

/** Final. The ids of their terminals can be used again, their own ids cannot. */
export const rejectApplication = defineReview(
  {
    id: 'merchants.reject-application',
    sdk: 'merchantApplications.reject',
    description: 'Rejects merchants for good. Their terminals are free again.',
    title: 'Reject merchants',
    action: 'reject',
    scope: 'merchants:review',
  },
  { reason: reviewReason() },
);
