import { listsOfLimits } from '../../limits/limit.ts';
import type { Rule } from './rule.ts';

/**
 * Refuses nothing: says in which edition the decision found the merchant lists that limits of the account name. Asked before
 * whatever can decline, as limits count declines as well.
 */
export const listsRule: Rule = {
  name: 'LISTS',
  labels: ['edition'],
  isSet: ({ account, lists }) => lists !== undefined && listsOfLimits(account.limits?.limits ?? []).length > 0,
  ask: ({ lists }) => ({ saw: [lists?.edition ?? null] }),
};
