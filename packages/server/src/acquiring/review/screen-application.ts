import { screenApplication } from '@cardwright/contract';
import { ok } from '../../platform/kernel/result.ts';
import { implementRest } from '../../platform/operation/index.ts';
import { screenAmendmentsAgain } from '../amendments/amendment-review-store.ts';
import { notifyScreening } from '../records/notify-screening-store.ts';
import { type ReviewDeps, type ReviewStep, reviewMerchants } from './review-merchants.ts';
import { screenAgain } from './review-store.ts';

const STEP: ReviewStep<object> = {
  action: 'screen',
  reviewAction: 'SCREENED_AGAIN',
  findObstacle: ({ status, merchant_id }) =>
    status === 'RECEIVED'
      ? { message: 'is RECEIVED: its screening will start by itself', remedy: `leave ${merchant_id} out` }
      : undefined,
  amend: async ({ tx, now }, { acquirerId, applicationId, ids }) => {
    await screenAmendmentsAgain(tx, acquirerId, applicationId, ids, now);
    await notifyScreening(tx);
    return ok(undefined);
  },
  apply: async ({ tx, now }, acquirerId, ids) => {
    await screenAgain(tx, acquirerId, ids, now);
    await notifyScreening(tx);
  },
};

export function screenApplicationOperation(deps: ReviewDeps) {
  return implementRest(screenApplication, (context, input) =>
    reviewMerchants(deps, context, screenApplication, input, STEP),
  );
}
