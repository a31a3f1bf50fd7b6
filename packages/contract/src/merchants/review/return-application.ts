import { defineReview, reviewReason } from './merchant-application.ts';

/** The approver disagrees with the review and wants another one. Cleared hits and a confirmed KYC remain. */
export const returnApplication = defineReview(
  {
    id: 'merchants.return-application',
    sdk: 'merchantApplications.returnToReview',
    title: 'Return merchants to review',
    description:
      'Returns reviewed merchants to the reviewers with a reason. They need a new review before an approval.',
    action: 'return-to-review',
    scope: 'merchants:approve',
  },
  { reason: reviewReason() },
);
