import type { Rule } from './rule.ts';

/** 12: the billing currency is not the account's. */
export const currencyRule: Rule = {
  name: 'CURRENCY',
  labels: ['account_currency', 'billing_currency'],
  evaluate(facts, message) {
    const expected = facts.account.currency.number;
    const saw = [expected, message.billingCurrency];
    if (expected === message.billingCurrency) return { saw };
    return { saw, refuse: { actionCode: '12', reason: 'CURRENCY_MISMATCH' } };
  },
};
