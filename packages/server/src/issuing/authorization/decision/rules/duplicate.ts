import type { Rule } from './rule.ts';

/** 94: the same message was decided with another amount or currency (docs/interface/repeats.md#authorizations). */
export const duplicateRule: Rule = {
  name: 'DUPLICATE',
  labels: ['conflicts_with_earlier'],
  evaluate(facts) {
    if (!facts.conflicts) return { saw: [false] };
    return { saw: [true], refuse: { actionCode: '94', reason: 'DUPLICATE' } };
  },
};
