import type { Calendar } from '../../platform/kernel/time/calendar.ts';
import type { EnvelopeContext } from '../../platform/operation/index.ts';
import { recordChange } from '../accounts/index.ts';
import type { CardKey } from '../cards/index.ts';
import { isInForce, type Restriction, type Restrictions } from './restriction.ts';
import {
  insertRestrictionChange,
  type RestrictionChange,
  readRestrictions,
  writeRestrictions,
} from './restriction-store.ts';

/**
 * Copies the entries of a card to a new card of the same account, oldest first, so that the history of the new card has
 * each of them. The caller holds the account's lock.
 */
export async function copyRestrictions(
  { tx, bank, now, caller }: EnvelopeContext,
  from: CardKey,
  to: CardKey,
): Promise<void> {
  const { bankId, calendar } = bank;
  const by = caller.clientId;
  const entries = (await readRestrictions(tx, bankId, from)).filter((entry) => isInForce(entry, now));
  let copied: Restrictions = [];
  for (const restriction of entries.toReversed()) {
    copied = [restriction, ...copied];
    const version = await writeRestrictions(tx, bankId, to, copied);
    await insertRestrictionChange(tx, bankId, to, version, toChange(restriction, calendar, by), now);
    const recorded = { kind: 'RESTRICTION', cardId: String(to.card_id), restriction, by } as const;
    await recordChange(tx, bankId, to.account_id, recorded, now);
  }
}

function toChange(
  { type, isAllowed, endsAtMs, countries }: Restriction,
  calendar: Calendar,
  actor: string,
): RestrictionChange {
  const endDate = endsAtMs === undefined ? undefined : calendar.localDate(new Date(endsAtMs - 1));
  return { type, isAllowed, endDate, allowedValues: countries?.join(','), actor };
}
