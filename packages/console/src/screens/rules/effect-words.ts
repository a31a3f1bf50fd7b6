import type { RuleEffect } from '@cardwright/contract';
import type { WordKey } from '../../words/en.ts';

/** The meanings of the action codes of rules for the network. */
export const EFFECT_WORDS: Readonly<Record<RuleEffect, WordKey>> = {
  '05': 'rules.effect05',
  '57': 'rules.effect57',
  '62': 'rules.effect62',
};
