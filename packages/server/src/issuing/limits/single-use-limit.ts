import { SINGLE_USE_LIMIT } from '@cardwright/contract';
import type { AccountLimits, Limit, LimitTerms } from './limit.ts';

/** One approved payment, ever. A full reversal allows another one. */
export const SINGLE_USE_TERMS: LimitTerms = {
  id: SINGLE_USE_LIMIT,
  measure: 'count',
  of: 'approvals',
  window: { calendar: 'LIFETIME' },
  max: 1n,
  onlyMerchant: undefined,
  locksFirst: false,
};

/** Returns the limit that makes a token single-use, or undefined if it has none. */
export function singleUseOf({ limits }: Pick<AccountLimits, 'limits'>, reference: string): Limit | undefined {
  return limits.find(({ id, tokenReference }) => id === SINGLE_USE_LIMIT && tokenReference === reference);
}
