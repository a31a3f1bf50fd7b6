import type { LiveCardStatus } from '@cardwright/contract';
import type { Enqueue } from '../../platform/outbox/index.ts';
import type { OnStatusChange } from '../cards/index.ts';
import { moveToken, type TokenMoveDecision } from './move-token.ts';
import { readUndeletedTokens, type TokenRow } from './token-store.ts';

/**
 * Changes the tokens of a card whose status changes (docs/interface/tokens.md#card), with a notification for each. LOST,
 * STOLEN and CLOSED delete them. BLOCKED suspends the ACTIVE ones, and the end of the block resumes exactly these.
 */
export function followCardStatus(enqueue: Enqueue): OnStatusChange {
  return async (context, card) => {
    for (const token of await readUndeletedTokens(context.tx, context.bank.bankId, card)) {
      const move = moveFor(card.status, token);
      if (move !== undefined) await moveToken(enqueue, context, { token, card }, { ...move, requestedBy: 'ISSUER' });
    }
  };
}

function moveFor(
  status: LiveCardStatus | 'REPLACED',
  token: TokenRow,
): Omit<TokenMoveDecision, 'requestedBy'> | undefined {
  switch (status) {
    case 'LOST':
    case 'STOLEN':
    case 'CLOSED':
      return { move: 'DELETE', to: 'DELETED', reasonCode: `CARD_${status}` };
    case 'BLOCKED':
      if (token.state !== 'ACTIVE') return undefined;
      return { move: 'SUSPEND', to: 'SUSPENDED', reasonCode: 'CARD_BLOCKED', isByBlock: true };
    case 'ACTIVE':
      if (token.state !== 'SUSPENDED' || !token.suspended_by_block) return undefined;
      return { move: 'RESUME', to: 'ACTIVE', reasonCode: 'CARD_UNBLOCKED' };
    default:
      return undefined;
  }
}
