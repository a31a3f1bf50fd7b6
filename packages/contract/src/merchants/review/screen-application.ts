import { optional } from '../../schema/fields.ts';
import { defineReview, reviewReason } from './merchant-application.ts';

/**
 * Screens merchants again, at once: after the list has changed, or the provider is available again. A review has to
 * follow.
 */
export const screenApplication = defineReview(
  {
    id: 'merchants.screen-application',
    sdk: 'merchantApplications.screen',
    description:
      'Screens merchants once more, and at once: after the deny list changed, or when a provider is back. A review has to follow anew.',
    title: 'Screen merchants again',
    action: 'screen',
    scope: 'merchants:review',
  },
  { reason: optional(reviewReason()) },
);
