import { defineReview, reviewReason } from './merchant-application.ts';

/** Final: their terminals are free again, their ids are not. */
export const rejectApplication = defineReview(
  { id: 'merchants.reject-application', title: 'Reject merchants', action: 'reject', scope: 'merchants:review' },
  { reason: reviewReason() },
);
