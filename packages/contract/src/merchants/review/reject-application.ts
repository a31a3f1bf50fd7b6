import { defineReview, reviewReason } from './merchant-application.ts';

/** Final. The terminal ids can be used again, the merchant ids cannot. */
export const rejectApplication = defineReview(
  {
    id: 'merchants.reject-application',
    sdk: 'merchantApplications.reject',
    title: 'Reject merchants',
    description: 'Rejects merchants permanently and releases their terminal ids.',
    action: 'reject',
    scope: 'merchants:review',
  },
  { reason: reviewReason() },
);
