import { defineReview, reviewReason } from './merchant-application.ts';

/** By a second person. Approved merchants are boarded at once. */
export const approveApplication = defineReview(
  {
    id: 'merchants.approve-application',
    sdk: 'merchantApplications.approve',
    description: 'Approves merchants that another person reviewed: they are boarded and active from then on.',
    title: 'Approve merchants',
    action: 'approve',
    scope: 'merchants:approve',
  },
  { reason: reviewReason() },
);
