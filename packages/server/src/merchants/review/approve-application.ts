import { approveApplication } from '@cardwright/contract';
import { implementRest } from '../../operation/index.ts';
import { findApprovalObstacle } from '../records/merchant-status.ts';
import { type ReviewDeps, type ReviewStep, reviewMerchants } from './review-merchants.ts';
import { board } from './review-store.ts';

const STEP: ReviewStep<object> = {
  action: 'approve',
  done: 'APPROVED',
  findObstacle: ({ merchant_id, kyc, kyc_confirmed_by, reviewed_by }, by) => {
    const facts = { kyc, kycConfirmedBy: kyc_confirmed_by, reviewedBy: reviewed_by };
    const message = findApprovalObstacle(facts, by);
    return message === undefined
      ? undefined
      : { message, remedy: `leave ${merchant_id} out, or do what is missing first` };
  },
  apply: ({ tx, caller, now }, acquirerId, ids) => board(tx, acquirerId, ids, { by: caller.clientId, at: now }),
  through: ['APPROVED', 'BOARDED'],
  state: 'ACTIVE',
};

/** Approves, by a second person. Approved merchants are boarded in the same transaction. */
export function approveApplicationOperation(deps: ReviewDeps) {
  return implementRest(approveApplication, (context, input) =>
    reviewMerchants(deps, context, approveApplication, input, STEP),
  );
}
