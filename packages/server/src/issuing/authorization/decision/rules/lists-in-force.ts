import { allLimits, listsOfLimits, NO_LIMITS } from '../../../limits/limit.ts';
import type { Rule } from './rule.ts';

/**
 * Refuses nothing: says in which edition the decision found the merchant lists that limits of the account, or those that its program gives
 * it, name. Asked before whatever can decline, as limits count declines as well. What limits said that accounts share is not decided again.
 */
export const listsRule: Rule = {
  name: 'LISTS',
  labels: ['edition'],
  isSet: ({ account, lists }) =>
    lists !== undefined && listsOfLimits(allLimits(account.limits ?? NO_LIMITS)).length > 0,
  evaluate: ({ lists }) => ({ saw: [lists?.edition ?? null] }),
};
