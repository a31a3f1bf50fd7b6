import { explainReason } from '@cardwright/contract';
import type { Language } from '../../words/translate.ts';

/** Why a message was declined, in words; a rule that this version does not know by its own name. */
export function describeRule(rule: string, language: Language): string {
  return explainReason(rule, language) ?? rule;
}
