import { confirmHit } from '@cardwright/contract';
import { decideHitOperation } from './decide-hit.ts';
import type { ReviewDeps } from './review-merchants.ts';

export function confirmHitOperation(deps: ReviewDeps) {
  return decideHitOperation(deps, confirmHit, 'CONFIRMED');
}
