import { EITHER_IDENTIFIER } from '@cardwright/contract';
import { findCard } from '../cards/index.ts';
import { type Failure, fail, ok, type Success } from '../kernel/result.ts';
import type { Tx } from '../storage/index.ts';
import { Pan, readVisibleDigits, type Vault } from '../vault/index.ts';

/** EXIDs have 19 digits, published ones 20; so may card numbers have up to 19. */
const LONG_IDENTIFIER = /^\d{17,20}$/;

/**
 * The account of the card that a number names, full or masked, or an EXID, within one bank. `card_not_found` when there is
 * none there, `several_cards_match` when a masked number fits several. A card of another bank is not looked for, so it
 * answers as a missing one.
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
    const [found] = await vault.findByNumber(tx, [{ bankId, mark: vault.lookup(pan) }]);
    return found === undefined ? fail('card_not_found') : ok(found.account_id);
  }
  const visible = readVisibleDigits(identifier);
  const [found, another] = visible === undefined ? [] : await vault.findVisible(tx, bankId, visible);
  if (another !== undefined) return fail('several_cards_match');
  return found === undefined ? fail('card_not_found') : ok(found.account_id);
}
