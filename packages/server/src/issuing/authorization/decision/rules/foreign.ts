import type { AuthorizationMessage, FactsWithCard } from '../facts.ts';

/**
 * Whether the merchant is abroad. If the message does not say, it counts as abroad, unless the bank decides by the
 * currency in that case.
 */
export function isForeign(
  { bank, account }: { bank: FactsWithCard['bank']; account: Pick<FactsWithCard['account'], 'currency'> },
  message: AuthorizationMessage,
): boolean {
  if (message.country !== undefined) return message.country !== bank.country;
  if (bank.cardControl.unreadableCountry === 'foreign') return true;
  return message.transactionCurrency !== account.currency.number;
}
