import { explainReason } from '@cardwright/contract';
import type { Language } from '../../words/translate.ts';

/** Describes why a message was declined. A rule that this version does not know is shown by its own name. */
export function describeRule(rule: string, language: Language): string {
  return explainReason(rule, language) ?? rule;
}
