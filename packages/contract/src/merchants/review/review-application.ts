import { defineReview, reviewReason } from './merchant-application.ts';

/** A first person confirms that the merchants may be approved by a second one. */
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
