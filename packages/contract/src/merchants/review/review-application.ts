import { defineReview, reviewReason } from './merchant-application.ts';

/** A first person confirms that a second person may approve the merchants. */
export const reviewApplication = defineReview(
  {
    id: 'merchants.review-application',
    sdk: 'merchantApplications.review',
    title: 'Review merchants',
    description: 'Records that the caller reviewed the merchants and recommends their approval by another person.',
    action: 'review',
    scope: 'merchants:review',
  },
  { reason: reviewReason() },
);
