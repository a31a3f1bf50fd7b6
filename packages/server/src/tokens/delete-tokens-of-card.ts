import type { OnCardEnd } from '../cards/index.ts';
import type { Enqueue } from '../outbox/index.ts';
import { moveToken } from './move-token.ts';
import { readLivingTokens } from './token-store.ts';

/**
 * A card that is LOST, STOLEN or CLOSED takes its tokens along (docs/interface/tokens.md#card), each with its
 * notification.
 */
export function deleteTokensOfCard(enqueue: Enqueue): OnCardEnd {
  return async (context, card) => {
    for (const token of await readLivingTokens(context.tx, context.bank.bankId, card)) {
      const reason = { requestedBy: 'ISSUER', reasonCode: `CARD_${card.status}` } as const;
      await moveToken(enqueue, context, { token, card }, { ...reason, move: 'DELETE', to: 'DELETED' });
    }
  };
}
