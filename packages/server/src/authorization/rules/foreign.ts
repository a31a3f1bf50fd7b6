import type { AuthorizationMessage, CardedFacts } from '../facts.ts';

/** Whether the merchant is abroad. Where the message does not tell, it is, unless the bank lets the currency tell. */
export function isForeign({ bank, account }: CardedFacts, message: AuthorizationMessage): boolean {
  if (message.country !== undefined) return message.country !== bank.country;
  if (bank.cardControl.unreadableCountry === 'foreign') return true;
  return message.transactionCurrency !== account.currency.number;
}
