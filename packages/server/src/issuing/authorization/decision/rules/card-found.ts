import type { AuthorizationFacts } from '../facts.ts';
import type { Rule } from './rule.ts';

/**
 * 14: no card has this number, or a masked number fits several (docs/interface/authorization-message.md#card-number).
 */
export const cardFoundRule: Rule<AuthorizationFacts> = {
  name: 'CARD_FOUND',
  labels: ['number_form', 'matches'],
  evaluate(facts, message) {
    const saw = [message.numberForm, facts.matches] as const;
    if (facts.matches === 1) return { saw };
    const reason = facts.matches === 0 ? 'CARD_NOT_FOUND' : 'CARD_AMBIGUOUS';
    return { saw, refuse: { actionCode: '14', reason } };
  },
};
