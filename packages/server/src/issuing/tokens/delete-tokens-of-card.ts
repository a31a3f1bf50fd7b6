import type { Enqueue } from '../../platform/outbox/index.ts';
import type { OnCardEnd } from '../cards/index.ts';
import { moveToken } from './move-token.ts';
import { readLivingTokens } from './token-store.ts';

/**
 * Deletes the tokens of a card that becomes LOST, STOLEN or CLOSED (docs/interface/tokens.md#card), with a notification
 * for each token.
 */
export function deleteTokensOfCard(enqueue: Enqueue): OnCardEnd {
  return async (context, card) => {
    for (const token of await readLivingTokens(context.tx, context.bank.bankId, card)) {
      const reason = { requestedBy: 'ISSUER', reasonCode: `CARD_${card.status}` } as const;
      await moveToken(enqueue, context, { token, card }, { ...reason, move: 'DELETE', to: 'DELETED' });
    }
  };
}
