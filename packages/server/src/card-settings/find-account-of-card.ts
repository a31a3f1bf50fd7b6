import { type Failure, fail, ok, type Success } from '../kernel/result.ts';
import type { Tx } from '../storage/index.ts';
import { Pan, readVisibleDigits, type Vault } from '../vault/index.ts';

/**
 * The account of the card that a number names, full or masked, within one bank. `card_not_found` when there is none there,
 * `several_cards_match` when a masked number fits several. A card of another bank is not looked for, so it answers as a
 * missing one.
 */
export async function findAccountOfCard(
  tx: Tx,
  vault: Vault,
  bankId: string,
  cardNumber: string,
): Promise<Success<bigint> | Failure<'card_not_found' | 'several_cards_match'>> {
  const pan = Pan.parse(cardNumber);
  if (pan !== undefined) {
    const [found] = await vault.findByNumber(tx, [{ bankId, mark: vault.lookup(pan) }]);
    return found === undefined ? fail('card_not_found') : ok(found.account_id);
  }
  const visible = readVisibleDigits(cardNumber);
  const [found, another] = visible === undefined ? [] : await vault.findVisible(tx, bankId, visible);
  if (another !== undefined) return fail('several_cards_match');
  return found === undefined ? fail('card_not_found') : ok(found.account_id);
}
