import { defineReview, reviewReason } from './merchant-application.ts';

/** Somebody has looked at merchants, and finds them fit to be approved by somebody else. */
export const reviewApplication = defineReview(
  { id: 'merchants.review-application', title: 'Review merchants', action: 'review', scope: 'merchants:review' },
  { reason: reviewReason() },
);
