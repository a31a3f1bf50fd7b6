import { OWN_RULES } from '@cardwright/contract';
import { askOwnRules, type OwnRule } from '../../rules/own-rules.ts';
import { messageFacts } from '../message-facts.ts';
import type { Rule } from './rule.ts';

/**
 * 05, 57 or 62: a rule of the bank's own declines it (docs/interface/rules.md). Asked after what the interface has, and
 * before the funds. What is in the shadow is written down, and decides nothing.
 */
export const ownRulesRule: Rule = {
  name: OWN_RULES,
  labels: ['edition', 'live', 'declined_by', 'shadow', 'would_decline'],
  isSet: ({ ownRules }) => ownRules !== undefined,
  ask(facts, message, now) {
    if (facts.ownRules === undefined) return { saw: [] };
    const answer = askOwnRules(facts.ownRules, messageFacts(facts, message, now), now);
    const { asked, declining, shadowAsked, shadowMet } = answer;
    const saw = [
      facts.ownRules.edition,
      asked,
      declining === undefined ? null : nameOf(declining),
      shadowAsked,
      shadowMet.map(nameOf).join(' '),
    ];
    if (declining === undefined) return { saw };
    return { saw, refuse: { actionCode: declining.effect, reason: declining.name } };
  },
};

function nameOf({ name, version }: OwnRule): string {
  return `${name}:${version}`;
}
