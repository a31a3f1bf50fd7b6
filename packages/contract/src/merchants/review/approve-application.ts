import { defineReview, reviewReason } from './merchant-application.ts';

/** Requires a second person. Approved merchants are boarded immediately. */
export const approveApplication = defineReview(
  {
    id: 'merchants.approve-application',
    sdk: 'merchantApplications.approve',
    title: 'Approve merchants',
    description: 'Approves merchants that another person reviewed. The merchants are then boarded and active.',
    action: 'approve',
    scope: 'merchants:approve',
  },
  { reason: reviewReason() },
);
