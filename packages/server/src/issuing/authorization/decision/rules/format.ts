import type { AuthorizationFacts } from '../facts.ts';
import type { Rule } from './rule.ts';

/** 30: a field of the message is missing or malformed. */
export const formatRule: Rule<AuthorizationFacts> = {
  name: 'FORMAT',
  labels: ['findings', 'first_path'],
  evaluate(_facts, message) {
    const [first] = message.findings;
    if (first === undefined) return { saw: [0] };
    return {
      saw: [message.findings.length, first.path],
      refuse: { actionCode: '30', reason: 'FORMAT' },
    };
  },
};
