import { reviewApplication } from '@cardwright/contract';
import { ok } from '../../platform/kernel/result.ts';
import { implementRest } from '../../platform/operation/index.ts';
import { setAmendmentsReviewer } from '../amendments/amendment-review-store.ts';
import { type ReviewDeps, type ReviewStep, reviewMerchants } from './review-merchants.ts';
import { setReviewer } from './review-store.ts';

const STEP: ReviewStep<object> = {
  action: 'review',
  reviewAction: 'REVIEWED',
  needsAnotherPerson: true,
  reportsHits: true,
  amend: async ({ tx, caller, now: at }, { acquirerId, applicationId, ids }) => {
    await setAmendmentsReviewer(tx, acquirerId, applicationId, ids, { by: caller.clientId, at });
    return ok(undefined);
  },
  apply: ({ tx, caller, now }, acquirerId, ids) => setReviewer(tx, acquirerId, ids, caller.clientId, now),
};

/** Reviews merchants. The last reviewer of a merchant counts, and another person must approve it. */
export function reviewApplicationOperation(deps: ReviewDeps) {
  return implementRest(reviewApplication, (context, input) =>
    reviewMerchants(deps, context, reviewApplication, input, STEP),
  );
}
