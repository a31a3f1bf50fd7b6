import type { RuleEffect } from '@cardwright/contract';
import type { WordKey } from '../../words/en.ts';

/** What the action codes of rules say to the network. */
export const EFFECT_WORDS: Readonly<Record<RuleEffect, WordKey>> = {
  '05': 'rules.effect05',
  '57': 'rules.effect57',
  '62': 'rules.effect62',
};
