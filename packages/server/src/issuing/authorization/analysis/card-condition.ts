import {
  AMOUNT_DECIMALS,
  type Condition,
  type ConditionFacts,
  type ConditionTest,
  compileCondition,
  scaledAmount,
} from '@cardwright/contract';
import { allLimits, type Limit, NO_LIMITS } from '../../limits/limit.ts';
import { ALWAYS, every, NEVER, not, since, some, when } from '../../rules/analysis/formulas.ts';
import type { Formula } from '../../rules/analysis/question.ts';
import type { CardFacts } from '../decision/facts.ts';
import { type AnalyzedAccount, paysWith, usageOf } from './analyzed-account.ts';

const DAY_MS = 86_400_000;

/**
 * Translates a condition for the payments of one card. Known traits of the card become constants, its age becomes a
 * time, and the usage of limits becomes a number. Pure.
 */
export function cardCondition(condition: Condition, of: AnalyzedAccount, card: CardFacts): Formula {
  if ('not' in condition) return not(cardCondition(condition.not, of, card));
  if ('all' in condition) return every(...condition.all.map((part) => cardCondition(part, of, card)));
  if ('any' in condition) return some(...condition.any.map((part) => cardCondition(part, of, card)));
  const { product, role, createdAt } = card.traits;
  switch (condition.field) {
    case 'product':
    case 'cardRole':
      return when(compileCondition(condition, noList)({ product, cardRole: role } as ConditionFacts));
    case 'cardAgeDays':
      // a card of a product can have any age
      if (of.product !== undefined) return { condition };
      return numberFormula(condition, (days) =>
        days <= 0n ? ALWAYS : since(createdAt.getTime() + Number(days) * DAY_MS),
      );
    case 'limitSum':
    case 'limitCount':
      return numberFormula(condition, (least) => usageAtLeast(condition, least, of, card));
    default:
      return { condition };
  }
}

const noList = (): never => {
  throw new Error('the field is in no list');
};

/** @param atLeast the formula for a number that is at least `least` */
function numberFormula({ field, op, value }: ConditionTest, atLeast: (least: bigint) => Formula): Formula {
  const numberOf = (one: unknown) => (field === 'limitSum' ? (scaledAmount(one) ?? 0n) : BigInt(String(one)));
  const values = (Array.isArray(value) ? value : [value]).map(numberOf);
  const equal = some(...values.map((one) => every(atLeast(one), not(atLeast(one + 1n)))));
  const [first = 0n] = values;
  switch (op) {
    case 'gte':
      return atLeast(first);
    case 'gt':
      return atLeast(first + 1n);
    case 'lt':
      return not(atLeast(first));
    case 'lte':
      return not(atLeast(first + 1n));
    case 'ne':
    case 'notIn':
      return not(equal);
    default:
      return equal;
  }
}

/** The highest usage of the card's limits of one name. Shared limits are left out, as in a decision. */
function usageAtLeast(
  { field, limit: id }: ConditionTest,
  least: bigint,
  { account }: AnalyzedAccount,
  card: CardFacts,
): Formula {
  if (least <= 0n) return ALWAYS;
  const isSum = field === 'limitSum';
  const unit = isSum ? 10n ** BigInt(AMOUNT_DECIMALS - account.currency.exponent) : 1n;
  const named = allLimits(account.limits ?? NO_LIMITS).filter(
    (limit) => limit.id === id && (limit.measure === 'amount') === isSum,
  );
  const reaches = (limit: Limit) =>
    every(paysWith(limit, card), { sum: [usageOf(limit, card)], over: (least - 1n) / unit });
  return named.length === 0 ? NEVER : some(...named.map(reaches));
}
