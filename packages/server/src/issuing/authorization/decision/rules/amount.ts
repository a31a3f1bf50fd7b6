import type { Rule } from './rule.ts';

/** 13: the amount is zero in the billing currency or in the transaction currency. */
export const amountRule: Rule = {
  name: 'AMOUNT',
  labels: ['billing_minor', 'transaction_minor'],
  evaluate(_facts, message) {
    const saw = [String(message.billingMinor), String(message.transactionMinor)];
    if (message.billingMinor > 0n && message.transactionMinor > 0n) return { saw };
    return { saw, refuse: { actionCode: '13', reason: 'AMOUNT_ZERO' } };
  },
};
