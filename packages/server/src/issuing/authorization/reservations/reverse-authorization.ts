import { reverseAuthorization } from '@cardwright/contract';
import { implementRest } from '../../../platform/operation/index.ts';
import type { BankDirectory } from '../../banks/index.ts';
import { planReversal } from '../records/reservation.ts';
import { carryOutEnding } from './end-reservation.ts';

/** Reversal, whole or in part (docs/interface/reservations.md#reversal): what is given back is available at once. */
export function reverseAuthorizationOperation(banks: BankDirectory) {
  return implementRest(reverseAuthorization, (context, input) =>
    carryOutEnding(banks, context, input, 'REVERSAL', planReversal),
  );
}
