import { reverseAuthorization } from '@cardwright/contract';
import { implementRest } from '../../../platform/operation/index.ts';
import type { BankDirectory } from '../../banks/index.ts';
import { planReversal } from '../records/reservation.ts';
import type { EarlyReversals } from './early-reversals.ts';
import { carryOutEnding } from './end-reservation.ts';
import { reverseOriginal } from './reverse-original.ts';

/**
 * Reverses an authorization in full or in part (docs/interface/reservations.md#reversal). The amount is available again
 * immediately. A reversal whose original has not arrived is stored.
 * @param earlyReversals without it, the authorization must exist
 */
export function reverseAuthorizationOperation(banks: BankDirectory, earlyReversals?: EarlyReversals) {
  return implementRest(reverseAuthorization, (context, input) =>
    earlyReversals !== undefined && input.body.mustExist !== true
      ? reverseOriginal({ banks, earlyReversals }, context, input)
      : carryOutEnding(banks, context, input, 'REVERSAL', planReversal),
  );
}
