import { completeAuthorization } from '@cardwright/contract';
import { implementRest } from '../../../platform/operation/index.ts';
import type { BankDirectory } from '../../banks/index.ts';
import { planCompletion } from '../records/reservation.ts';
import { carryOutEnding } from './end-reservation.ts';

/**
 * Completes an authorization with the final amount, which may be above or below the reserved one
 * (docs/interface/reservations.md#completion).
 */
export function completeAuthorizationOperation(banks: BankDirectory) {
  return implementRest(completeAuthorization, (context, input) =>
    carryOutEnding(banks, context, input, 'COMPLETION', planCompletion),
  );
}
