import { type AnyRuleEffect, PROVISIONING_EFFECTS, RULE_EFFECTS, type RuleEffect } from '@cardwright/contract';
import type { WordKey } from '../../words/en.ts';

/** The meanings of the action codes of rules for the network. */
const EFFECT_WORDS: Readonly<Record<RuleEffect, WordKey>> = {
  '05': 'rules.effect05',
  '57': 'rules.effect57',
  '62': 'rules.effect62',
};

/** The name of an effect in its word; a rule on requests for tokens has an effect without one. */
export function effectName(t: (word: WordKey) => string, effect: AnyRuleEffect): string {
  const words: Readonly<Partial<Record<AnyRuleEffect, WordKey>>> = EFFECT_WORDS;
  const word = words[effect];
  return word === undefined ? effect : t(word);
}

/** The effects of rules on the same subject as a rule with this effect. */
export function effectsLike(effect: AnyRuleEffect): readonly AnyRuleEffect[] {
  const onProvisioning: readonly AnyRuleEffect[] = PROVISIONING_EFFECTS;
  return onProvisioning.includes(effect) ? onProvisioning : RULE_EFFECTS;
}
