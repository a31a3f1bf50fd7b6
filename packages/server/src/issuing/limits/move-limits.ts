import type { EnvelopeContext } from '../../platform/operation/index.ts';
import type { CardKey } from '../cards/index.ts';
import { changeLimits } from './change-limits.ts';
import { putLimit } from './limit.ts';
import { findLimits } from './limit-store.ts';

/**
 * Moves the limits of a card to another card of the same account, each with its use. A reversal of a payment with the
 * old card therefore still reduces that use. The caller holds the account's lock.
 */
export async function moveLimitsOfCard(
  { tx, bank, now, caller }: EnvelopeContext,
  from: CardKey,
  to: CardKey,
): Promise<void> {
  let limits = await findLimits(tx, bank.bankId, from.account_id);
  if (limits === undefined) return;
  const owner = { account: { account_id: to.account_id }, cardId: to.card_id };
  for (const limit of limits.limits.filter(({ cardId }) => cardId === from.card_id)) {
    const limitOfCard = { ...limit, cardId: to.card_id };
    limits = putLimit(limits, limitOfCard);
    await changeLimits(tx, bank.bankId, owner, limits, { limit: limitOfCard, isSet: true, by: caller.clientId, now });
  }
}
