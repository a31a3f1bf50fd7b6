import { defineReview, reviewReason } from './merchant-application.ts';

/** By a second person. Approved merchants are boarded at once. */
export const approveApplication = defineReview(
  {
    id: 'merchants.approve-application',
    sdk: 'merchantApplications.approve',
    title: 'Approve merchants',
    description: 'Approves merchants that another person reviewed. They are then boarded and active.',
    action: 'approve',
    scope: 'merchants:approve',
  },
  { reason: reviewReason() },
);
