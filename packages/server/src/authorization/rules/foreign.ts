import type { AuthorizationFacts, AuthorizationMessage } from '../facts.ts';

/** Whether the merchant is abroad; where the message does not tell, another currency than the account's says so. */
export function isForeign(facts: AuthorizationFacts, message: AuthorizationMessage): boolean {
  if (message.country !== undefined) return message.country !== facts.bank.country;
  return message.transactionCurrency !== facts.account!.currency.number;
}
