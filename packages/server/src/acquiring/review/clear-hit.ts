import { clearHit } from '@cardwright/contract';
import { decideHitOperation } from './decide-hit.ts';
import type { ReviewDeps } from './review-merchants.ts';

export function clearHitOperation(deps: ReviewDeps) {
  return decideHitOperation(deps, clearHit, 'CLEARED');
}
