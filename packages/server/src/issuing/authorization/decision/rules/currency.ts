import type { Rule } from './rule.ts';

/** 12: the billing currency is not the account's. */
export const currencyRule: Rule = {
  name: 'CURRENCY',
  labels: ['account_currency', 'billing_currency'],
  evaluate(facts, message) {
    const accountCurrency = facts.account.currency.number;
    const saw = [accountCurrency, message.billingCurrency];
    if (accountCurrency === message.billingCurrency) return { saw };
    return { saw, refuse: { actionCode: '12', reason: 'CURRENCY_MISMATCH' } };
  },
};
