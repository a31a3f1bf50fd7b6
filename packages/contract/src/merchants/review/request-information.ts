import { list } from '../../schema/fields.ts';
import { RequiredInformation } from '../onboarding-answer.ts';
import { defineReview, reviewReason } from './merchant-application.ts';

/** The merchants wait until they are boarded again under their ids with the requested information. */
export const requestInformation = defineReview(
  {
    id: 'merchants.request-information',
    sdk: 'merchantApplications.requestInformation',
    title: 'Request information about merchants',
    description:
      'Requests information about fields of merchants from the acquirer. The merchants remain pending until the acquirer resubmits them.',
    action: 'request-information',
    scope: 'merchants:review',
  },
  {
    reason: reviewReason(),
    items: list(RequiredInformation, { minItems: 1, maxItems: 100, description: 'Actions for the acquirer' }),
  },
);
