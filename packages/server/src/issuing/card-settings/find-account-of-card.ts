import { EITHER_IDENTIFIER } from '@cardwright/contract';
import { type Failure, fail, ok, type Success } from '../../platform/kernel/result.ts';
import type { Tx } from '../../platform/storage/index.ts';
import { Pan, readVisibleDigits, type Vault } from '../../platform/vault/index.ts';
import { findCard } from '../cards/index.ts';

/** EXIDs have 19 digits, or 20 in published examples; card numbers can have up to 19. */
const LONG_IDENTIFIER = /^\d{17,20}$/;

/**
 * Finds the account of a card of one bank. The identifier is a full number, a masked number or an EXID. Fails with
 * `card_not_found` for an unknown card, and with `several_cards_match` for an ambiguous masked number. Cards of other
 * banks are not searched, so the answer is that of a missing card.
 */
export async function findAccountOfCard(
  tx: Tx,
  vault: Vault,
  bankId: string,
  identifier: string,
): Promise<Success<bigint> | Failure<'card_not_found' | 'several_cards_match'>> {
  if (LONG_IDENTIFIER.test(identifier)) {
    const either = { card_identifier_id: identifier, card_identifier_type: EITHER_IDENTIFIER } as const;
    const card = await findCard(tx, vault, bankId, either);
    return card.ok ? ok(card.value.key.account_id) : card;
  }
  const pan = Pan.parse(identifier);
  if (pan !== undefined) {
    const [match] = await vault.findByNumber(tx, [{ bankId, mark: vault.lookup(pan) }]);
    return match === undefined ? fail('card_not_found') : ok(match.account_id);
  }
  const visible = readVisibleDigits(identifier);
  const [single, another] = visible === undefined ? [] : await vault.findVisible(tx, bankId, visible);
  if (another !== undefined) return fail('several_cards_match');
  return single === undefined ? fail('card_not_found') : ok(single.account_id);
}
