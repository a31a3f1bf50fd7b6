import type { EnvelopeContext } from '../../platform/operation/index.ts';
import type { CardKey } from '../cards/index.ts';
import { isInForce, type Restrictions } from './restriction.ts';
import { readRestrictions } from './restriction-store.ts';
import { storeRestriction } from './store-restriction.ts';

/**
 * Copies the entries of a card to a new card of the same account, oldest first, so that the history of the new card has
 * each of them. The caller holds the account's lock.
 */
export async function copyRestrictions(context: EnvelopeContext, from: CardKey, to: CardKey): Promise<void> {
  const { tx, bank, now } = context;
  const entries = (await readRestrictions(tx, bank.bankId, from)).filter((entry) => isInForce(entry, now));
  let copied: Restrictions = [];
  for (const added of entries.toReversed()) {
    const { endsAtMs, countries } = added;
    copied = [added, ...copied];
    const endDate = endsAtMs === undefined ? undefined : bank.calendar.localDate(new Date(endsAtMs - 1));
    await storeRestriction(context, to, copied, { added, endDate, allowedValues: countries?.join(',') });
  }
}
