import { reverseAuthorization } from '@cardwright/contract';
import { implementRest } from '../../../platform/operation/index.ts';
import type { BankDirectory } from '../../banks/index.ts';
import { planReversal } from '../records/reservation.ts';
import { carryOutEnding } from './end-reservation.ts';

/**
 * Reverses an authorization in full or in part (docs/interface/reservations.md#reversal). The amount is available again at
 * once.
 */
export function reverseAuthorizationOperation(banks: BankDirectory) {
  return implementRest(reverseAuthorization, (context, input) =>
    carryOutEnding(banks, context, input, 'REVERSAL', planReversal),
  );
}
