import { defineReview, reviewReason } from './merchant-application.ts';

/**
 * Final. The terminal ids can be used again, the merchant ids cannot. An approver rejects only merchants that are
 * reviewed and in PENDING_APPROVAL.
 */
export const rejectApplication = defineReview(
  {
    id: 'merchants.reject-application',
    sdk: 'merchantApplications.reject',
    title: 'Reject merchants',
    description:
      'Rejects merchants permanently and releases their terminal ids. Approvers can reject merchants that a reviewer recommended.',
    action: 'reject',
    scope: 'merchants:review',
    partScope: 'merchants:approve',
  },
  { reason: reviewReason() },
);
