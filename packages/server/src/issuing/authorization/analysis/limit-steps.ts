import { type AccountLimits, allLimits, type Limit, NO_LIMITS } from '../../limits/limit.ts';
import { ofPayments } from '../../limits/limit-measure.ts';
import { compare, every, not, when } from '../../rules/analysis/formulas.ts';
import { MINOR } from '../../rules/analysis/numbers.ts';
import type { Formula } from '../../rules/analysis/question.ts';
import type { CardFacts } from '../decision/facts.ts';
import { type AnalyzedAccount, newMerchantOf, paysWith, usageOf } from './analyzed-account.ts';
import { cardCondition } from './card-condition.ts';

/** All limits that can decline a payment, in the order of their evaluation. */
export function limitsOf({ account, sharedLimits }: AnalyzedAccount): readonly Limit[] {
  return ofPayments([...allLimits(account.limits ?? NO_LIMITS), ...allLimits(sharedLimits ?? NO_LIMITS)]);
}

/** The present usage of all limits. */
export function usageOfLimits({ account, sharedLimits }: AnalyzedAccount): AccountLimits['usage'] {
  return new Map([...(account.limits?.usage ?? []), ...(sharedLimits?.usage ?? [])]);
}

/** The limits as reasons to decline. Pure. */
export function limitSteps(of: AnalyzedAccount, eachCard: (declines: (card: CardFacts) => Formula) => Formula) {
  return limitsOf(of).map((limit) => ({
    reason: limit.id,
    declines: eachCard((card) =>
      every(
        paysWith(limit, card),
        limit.where === undefined ? when(true) : cardCondition(limit.where, of, card),
        isOver(limit, card),
      ),
    ),
  }));
}

function isOver(limit: Limit, card: CardFacts): Formula {
  const { onlyMerchant, of: counted, measure, max } = limit;
  if (onlyMerchant !== undefined) {
    // the limit counts 1 for its merchant, and 2 for any other
    if (max < 1n) return when(true);
    return max < 2n ? not(compare('merchantId', 'eq', onlyMerchant)) : when(false);
  }
  const usage = usageOf(limit, card);
  if (counted === 'declines') return { sum: [usage], over: max - 1n };
  if (measure === 'amount') return { sum: [usage, MINOR], over: max };
  if (measure === 'count') return { sum: [usage], over: max - 1n };
  return { sum: [usage, newMerchantOf(limit, card)], over: max };
}
