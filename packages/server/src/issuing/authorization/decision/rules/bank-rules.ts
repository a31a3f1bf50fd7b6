import { AMOUNT_DECIMALS, type ConditionFacts, OWN_RULES, type RequestedFigure } from '@cardwright/contract';
import type { Currency } from '../../../../platform/kernel/money.ts';
import { evaluateBankRules, figuresOfRules, type RuleInSet } from '../../../rules/bank-rules.ts';
import { messageFacts } from '../message-facts.ts';
import type { Rule } from './rule.ts';

/**
 * 05, 57 or 62: one of the bank's rules declines the message (docs/interface/rules.md). Evaluated after the settings of
 * the interface and before the funds. Shadow rules are recorded, and decide nothing.
 */
export const bankRulesRule: Rule = {
  name: OWN_RULES,
  labels: ['edition', 'live', 'declined_by', 'shadow', 'would_decline', 'figures'],
  isSet: ({ ownRules }) => ownRules !== undefined,
  evaluate(facts, message, now) {
    if (facts.ownRules === undefined) return { saw: [] };
    const conditionFacts = messageFacts(facts, message, now);
    const answer = evaluateBankRules(facts.ownRules, conditionFacts, now);
    const figures = figuresOfRules(facts.ownRules);
    const { evaluatedCount: ruleCount, declining, shadowCount, shadowRules } = answer;
    const saw = [
      facts.ownRules.edition,
      ruleCount,
      declining === undefined ? null : nameOf(declining),
      shadowCount,
      shadowRules.map(nameOf).join(' '),
      ...(figures.length === 0
        ? []
        : [figures.map((one) => textOf(one, conditionFacts, facts.account.currency)).join(' ')]),
    ];
    if (declining === undefined) return { saw };
    return { saw, refuse: { actionCode: declining.effect, reason: declining.name } };
  },
};

/** A figure in the form of the trace, amounts in minor units. */
function textOf({ field, limit = '' }: RequestedFigure, facts: ConditionFacts, { exponent }: Currency): string {
  if (field === 'firstAtMerchant') return `${field}:${facts.firstAtMerchant}`;
  const value =
    field === 'limitSum' ? facts.limitSum(limit) / 10n ** BigInt(AMOUNT_DECIMALS - exponent) : facts.limitCount(limit);
  return `${field}:${limit}:${value}`;
}

function nameOf({ name, version }: RuleInSet): string {
  return `${name}:${version}`;
}
