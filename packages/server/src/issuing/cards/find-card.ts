import { type CardIdentifierType, EITHER_IDENTIFIER } from '@cardwright/contract';
import { type Failure, fail, ok } from '../../platform/kernel/result.ts';
import type { Tx } from '../../platform/storage/index.ts';
import { findByMask, readCardNumber, type Vault } from '../../platform/vault/index.ts';
import { type CardKey, findByExid } from './card-store.ts';

export interface FoundCard {
  key: CardKey;
  /** The identifier in the form that an answer may repeat: an EXID as given, a card number masked. */
  publicIdentifier: string;
}

/**
 * Finds the card of an identifier pair, within one bank. Fails with `card_not_found` for an unknown card, and with
 * `several_cards_match` for an ambiguous masked number. Cards of other banks are not searched, so the answer is that of
 * a missing card.
 */
export async function findCard(
  tx: Tx,
  vault: Vault,
  bankId: string,
  identifier: { card_identifier_id: string; card_identifier_type: CardIdentifierType },
): Promise<{ ok: true; value: FoundCard } | Failure<'card_not_found' | 'several_cards_match'>> {
  const { card_identifier_id: id, card_identifier_type: type } = identifier;
  if (type === 'EXID' || type === EITHER_IDENTIFIER) {
    const key = await findByExid(tx, bankId, id);
    if (key !== undefined) return ok({ key, publicIdentifier: id });
  }
  if (type === 'EXID') return fail('card_not_found');
  const number = readCardNumber(id);
  if (number === undefined) return fail('card_not_found');
  if ('full' in number) {
    const [match] = await vault.findByNumber(tx, [{ bankId, mark: vault.lookup(number.full) }]);
    return match === undefined ? fail('card_not_found') : ok({ key: match, publicIdentifier: number.full.masked() });
  }
  const [visible, another] = await findByMask(tx, [{ bankId, ...number.masked, expiry: undefined }]);
  if (another !== undefined) return fail('several_cards_match');
  return visible === undefined ? fail('card_not_found') : ok({ key: visible, publicIdentifier: id });
}
