import { confirmKyc } from '@cardwright/contract';
import { implementRest } from '../../platform/operation/index.ts';
import { type ReviewDeps, type ReviewStep, reviewMerchants } from './review-merchants.ts';
import { setKycConfirmed } from './review-store.ts';

const STEP: ReviewStep<object> = {
  action: 'confirm-kyc',
  reviewAction: 'KYC_CONFIRMED',
  needsAnotherPerson: true,
  findObstacle: ({ kyc, merchant_id }) =>
    kyc
      ? { message: 'was sent with kyc true: there is nothing to confirm', remedy: `leave ${merchant_id} out` }
      : undefined,
  apply: ({ tx, caller, now }, acquirerId, ids) => setKycConfirmed(tx, acquirerId, ids, caller.clientId, now),
};

export function confirmKycOperation(deps: ReviewDeps) {
  return implementRest(confirmKyc, (context, input) => reviewMerchants(deps, context, confirmKyc, input, STEP));
}
