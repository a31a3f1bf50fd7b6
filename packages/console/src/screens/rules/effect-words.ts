import { type AnyRuleEffect, type ConditionSubject, PROVISIONING_EFFECTS, RULE_EFFECTS } from '@cardwright/contract';
import type { WordKey } from '../../words/en.ts';

/** The meanings of the action codes of rules for the network, and of the effects on requests for tokens. */
const EFFECT_WORDS: Readonly<Record<AnyRuleEffect, WordKey>> = {
  '05': 'rules.effect05',
  '57': 'rules.effect57',
  '62': 'rules.effect62',
  decline: 'tokenRule.decline',
  require_code: 'tokenRule.requireCode',
  approve: 'tokenRule.approve',
};

export function effectName(t: (word: WordKey) => string, effect: AnyRuleEffect): string {
  return t(EFFECT_WORDS[effect]);
}

export const SUBJECT_WORDS: Readonly<Record<ConditionSubject, WordKey>> = {
  authorization: 'tokenRule.onPayments',
  provisioning: 'tokenRule.onRequests',
};

/** The effects of rules on a subject, and their name. */
export function effectsOn(subject: ConditionSubject): readonly AnyRuleEffect[] {
  return subject === 'provisioning' ? PROVISIONING_EFFECTS : RULE_EFFECTS;
}

export function effectWord(subject: ConditionSubject): WordKey {
  return subject === 'provisioning' ? 'tokenRule.effect' : 'rules.effect';
}
