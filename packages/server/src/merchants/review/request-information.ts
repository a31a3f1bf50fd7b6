import { requestInformation } from '@cardwright/contract';
import { implementRest } from '../../operation/index.ts';
import { type ReviewBody, type ReviewDeps, type ReviewStep, reviewMerchants } from './review-merchants.ts';
import { requireInformation } from './review-store.ts';

const STEP: ReviewStep<ReviewBody & { items: { path: string; action: string }[] }> = {
  action: 'ask-information',
  done: 'INFORMATION_REQUESTED',
  apply: ({ tx, now }, acquirerId, ids, { items }) => requireInformation(tx, acquirerId, ids, items, now),
};

export function requestInformationOperation(deps: ReviewDeps) {
  return implementRest(requestInformation, (context, input) =>
    reviewMerchants(deps, context, requestInformation, input, STEP),
  );
}
