import { rejectApplication } from '@cardwright/contract';
import { implementRest } from '../../platform/operation/index.ts';
import { deleteTerminalsOf } from '../records/terminal-store.ts';
import { endReviewedAmendments } from './review-amendments.ts';
import { type ReviewDeps, type ReviewStep, reviewMerchants } from './review-merchants.ts';
import { reject } from './review-store.ts';

const STEP: ReviewStep<object> = {
  action: 'reject',
  reviewAction: 'REJECTED',
  amend: endReviewedAmendments,
  apply: async ({ tx, now }, acquirerId, ids) => {
    await reject(tx, acquirerId, ids, now);
    await deleteTerminalsOf(tx, acquirerId, ids);
  },
};

export function rejectApplicationOperation(deps: ReviewDeps) {
  return implementRest(rejectApplication, (context, input) =>
    reviewMerchants(deps, context, rejectApplication, input, STEP),
  );
}
