import type { Rule } from './rule.ts';

/**
 * 51: the account has less available than the billing amount, where its funds are checked here
 * (docs/interface/decision.md#funds).
 */
export const fundsRule: Rule = {
  name: 'FUNDS',
  labels: ['funds_check', 'available_before', 'available_after'],
  evaluate(facts, message) {
    const { availableMinor, fundsCheck } = facts.account;
    const after = availableMinor - message.billingMinor;
    const saw = [fundsCheck, String(availableMinor), String(after)];
    if (!fundsCheck || after >= 0n) return { saw };
    return { saw, refuse: { actionCode: '51', reason: 'INSUFFICIENT_FUNDS' } };
  },
};
