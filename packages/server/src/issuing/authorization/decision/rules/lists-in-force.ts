import { allLimits, listsOfLimits, NO_LIMITS } from '../../../limits/limit.ts';
import type { Rule } from './rule.ts';

/**
 * Refuses nothing. Records the edition of the merchant lists that limits of the account or of its program name. Evaluated
 * before every rule that can decline, because limits count declines too. A replay does not evaluate shared limits again.
 */
export const listsRule: Rule = {
  name: 'LISTS',
  labels: ['edition'],
  isSet: ({ account, lists }) =>
    lists !== undefined && listsOfLimits(allLimits(account.limits ?? NO_LIMITS)).length > 0,
  evaluate: ({ lists }) => ({ saw: [lists?.edition ?? null] }),
};
