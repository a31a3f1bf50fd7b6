import { optional } from '../../schema/fields.ts';
import { defineReview, reviewReason } from './merchant-application.ts';

/**
 * Repeats the screening of merchants immediately: after a change of the deny list, or when the provider is available
 * again. A review must follow.
 */
export const screenApplication = defineReview(
  {
    id: 'merchants.screen-application',
    sdk: 'merchantApplications.screen',
    title: 'Screen merchants again',
    description:
      'Screens merchants again immediately, for example after a change of the deny list or when a provider is available again. The merchants require a new review.',
    action: 'screen',
    scope: 'merchants:review',
  },
  { reason: optional(reviewReason()) },
);
