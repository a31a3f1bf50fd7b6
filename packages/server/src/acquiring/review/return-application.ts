import { returnApplication } from '@cardwright/contract';
import { ok } from '../../platform/kernel/result.ts';
import { implementRest } from '../../platform/operation/index.ts';
import { setAmendmentsReviewer } from '../amendments/amendment-review-store.ts';
import { type ReviewDeps, type ReviewStep, reviewMerchants } from './review-merchants.ts';
import { setReviewer } from './review-store.ts';

const STEP: ReviewStep<object> = {
  action: 'return-to-review',
  reviewAction: 'RETURNED_TO_REVIEW',
  findObstacle: ({ merchant_id, reviewed_by }) =>
    reviewed_by === null
      ? { message: 'has not been reviewed: reviewers decide about it', remedy: `leave ${merchant_id} out` }
      : undefined,
  amend: async ({ tx, now: at }, { acquirerId, applicationId, ids }) => {
    await setAmendmentsReviewer(tx, acquirerId, applicationId, ids, { by: null, at });
    return ok(undefined);
  },
  apply: ({ tx, now }, acquirerId, ids) => setReviewer(tx, acquirerId, ids, null, now),
};

/** Returns merchants to the reviewers, because the approver disagrees with the review. */
export function returnApplicationOperation(deps: ReviewDeps) {
  return implementRest(returnApplication, (context, input) =>
    reviewMerchants(deps, context, returnApplication, input, STEP),
  );
}
