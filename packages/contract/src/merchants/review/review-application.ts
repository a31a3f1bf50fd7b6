import { defineReview, reviewReason } from './merchant-application.ts';

/** A first person confirms that the merchants may be approved by a second one. */
export const reviewApplication = defineReview(
  {
    id: 'merchants.review-application',
    sdk: 'merchantApplications.review',
    description:
      'Records that somebody looked at the merchants and finds that they can be approved, by another person.',
    title: 'Review merchants',
    action: 'review',
    scope: 'merchants:review',
  },
  { reason: reviewReason() },
);
