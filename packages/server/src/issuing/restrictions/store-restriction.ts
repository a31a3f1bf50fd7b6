import type { EnvelopeContext } from '../../platform/operation/index.ts';
import { recordChange } from '../accounts/index.ts';
import type { CardKey } from '../cards/index.ts';
import type { Restriction, Restrictions } from './restriction.ts';
import { insertRestrictionChange, type RestrictionChange, writeRestrictions } from './restriction-store.ts';

/**
 * Stores the entries of a card, and records the entry that was added in the history of the card and of its account. The
 * caller holds the account's lock.
 */
export async function storeRestriction(
  { tx, bank: { bankId }, now, caller }: EnvelopeContext,
  key: CardKey,
  entries: Restrictions,
  { added, endDate, allowedValues }: { added: Restriction } & Pick<RestrictionChange, 'endDate' | 'allowedValues'>,
): Promise<void> {
  const by = caller.clientId;
  const { type, isAllowed } = added;
  const version = await writeRestrictions(tx, bankId, key, entries);
  await insertRestrictionChange(tx, bankId, key, version, { type, isAllowed, endDate, allowedValues, actor: by }, now);
  const recorded = { kind: 'RESTRICTION', cardId: String(key.card_id), restriction: added, by } as const;
  await recordChange(tx, bankId, key.account_id, recorded, now);
}
