import { RESTRICTION_HISTORY_MAX } from '@cardwright/contract';
import type { ChangeDetails, EnvelopeContext } from '../../platform/operation/index.ts';
import type { CardRow } from '../cards/index.ts';
import type { Restriction } from './restriction.ts';
import { encodeEntry } from './restriction-response.ts';
import { readRestrictionChanges } from './restriction-store.ts';

/** Returns the event of a restriction that was just stored: its entry and the previous one, as enquiries show them. */
export async function restrictionEvent(
  { tx, bank, now }: Pick<EnvelopeContext, 'tx' | 'bank' | 'now'>,
  card: CardRow,
  { type }: Restriction,
): Promise<ChangeDetails> {
  const localDate = bank.calendar.localDate(now);
  const changes = await readRestrictionChanges(tx, bank.bankId, card, { localDate, most: RESTRICTION_HISTORY_MAX });
  const [after, ...earlier] = changes.filter((row) => row.restriction_type === type);
  const before = earlier.find(({ end_date: endDate }) => endDate === null || endDate >= localDate);
  return {
    object: { kind: 'restriction', id: type, version: null, parent: { kind: 'card', id: card.exid } },
    before: before === undefined ? null : encodeEntry(before),
    after: after === undefined ? null : encodeEntry(after),
  };
}

/** Returns the type of the event. An entry that allows a use, or that lifts the list of countries, is a removal. */
export function restrictionEventType({ type, isAllowed, countries }: Restriction) {
  const isRemoval = type === 'INTERNATIONAL_SPECIFIC_COUNTRIES' ? countries === undefined : isAllowed;
  return isRemoval ? 'restriction.removed' : 'restriction.set';
}
