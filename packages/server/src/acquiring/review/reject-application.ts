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

/** An approver decides about what a reviewer recommended. Before that, only a reviewer can reject a merchant. */
const STEP_OF_APPROVERS: ReviewStep<object> = {
  ...STEP,
  findObstacle: ({ merchant_id, status, reviewed_by }) =>
    status === 'PENDING_APPROVAL' && reviewed_by !== null
      ? undefined
      : {
          message: 'has not been reviewed: only a reviewer can reject it',
          remedy: `let a reviewer decide about ${merchant_id}, or leave it out`,
        },
};

export function rejectApplicationOperation(deps: ReviewDeps) {
  return implementRest(rejectApplication, (context, input) => {
    const step = context.caller.scopes.has(rejectApplication.scope) ? STEP : STEP_OF_APPROVERS;
    return reviewMerchants(deps, context, rejectApplication, input, step);
  });
}
