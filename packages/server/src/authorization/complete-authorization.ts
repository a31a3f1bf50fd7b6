import { completeAuthorization } from '@cardwright/contract';
import type { BankDirectory } from '../banks/index.ts';
import { implementRest } from '../operation/index.ts';
import { carryOutEnding } from './end-reservation.ts';
import { planCompletion } from './reservation.ts';

/**
 * Completion with the final amount, also above or below the reserved one (docs/interface/reservations.md#completion).
 */
export function completeAuthorizationOperation(banks: BankDirectory) {
  return implementRest(completeAuthorization, (context, input) =>
    carryOutEnding(banks, context, input, 'COMPLETION', planCompletion),
  );
}
