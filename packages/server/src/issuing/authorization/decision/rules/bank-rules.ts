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
    const known = messageFacts(facts, message, now);
    const answer = evaluateBankRules(facts.ownRules, known, now);
    const figures = figuresOfRules(facts.ownRules);
    const { asked, declining, shadowAsked, shadowMet } = answer;
    const saw = [
      facts.ownRules.edition,
      asked,
      declining === undefined ? null : nameOf(declining),
      shadowAsked,
      shadowMet.map(nameOf).join(' '),
      ...(figures.length === 0 ? [] : [figures.map((one) => textOf(one, known, facts.account.currency)).join(' ')]),
    ];
    if (declining === undefined) return { saw };
    return { saw, refuse: { actionCode: declining.effect, reason: declining.name } };
  },
};

/** A figure in the form of the trace, amounts in minor units. */
function textOf({ field, limit = '' }: RequestedFigure, known: ConditionFacts, { exponent }: Currency): string {
  if (field === 'firstAtMerchant') return `${field}:${known.firstAtMerchant}`;
  const used =
    field === 'limitSum' ? known.limitSum(limit) / 10n ** BigInt(AMOUNT_DECIMALS - exponent) : known.limitCount(limit);
  return `${field}:${limit}:${used}`;
}

function nameOf({ name, version }: RuleInSet): string {
  return `${name}:${version}`;
}
