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
    title: 'Screen merchants again',
    description:
      'Screens merchants again at once, for example after the deny list changed or when a provider is available again. They need a new review.',
    action: 'screen',
    scope: 'merchants:review',
  },
  { reason: optional(reviewReason()) },
);
