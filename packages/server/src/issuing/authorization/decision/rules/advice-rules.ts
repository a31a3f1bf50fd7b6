import { adviceRule } from './advice.ts';
import { duplicateRule } from './duplicate.ts';
import { reversedBeforeRule } from './reversed-before.ts';
import type { Rule } from './rule.ts';

/** Evaluated on a card and its account instead of the card rules, if the network has decided itself. */
export const ADVICE_RULES: readonly Rule[] = [duplicateRule, reversedBeforeRule, adviceRule];
