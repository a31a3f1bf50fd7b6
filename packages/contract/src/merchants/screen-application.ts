import { optional } from '../schema/fields.ts';
import { defineReview, reviewReason } from './merchant-application.ts';

/** Screens merchants once more, and at once: after a list has changed, or a provider is back. A review has to follow. */
export const screenApplication = defineReview(
  { id: 'merchants.screen-application', title: 'Screen merchants again', action: 'screen', scope: 'merchants:review' },
  { reason: optional(reviewReason()) },
);
