import type { AuthorizationFacts } from '../facts.ts';
import { amountRule } from './amount.ts';
import { bankRulesRule } from './bank-rules.ts';
import { cardFoundRule } from './card-found.ts';
import { cardStatusRule } from './card-status.ts';
import { currencyRule } from './currency.ts';
import { duplicateRule } from './duplicate.ts';
import { expiryAndSequenceRule } from './expiry-and-sequence.ts';
import { foreignUseRule } from './foreign-use.ts';
import { formatRule } from './format.ts';
import { fundsRule } from './funds.ts';
import { limitsRule } from './limits.ts';
import { listsRule } from './lists-in-force.ts';
import { merchantGroupRule } from './merchant-group.ts';
import { programRule } from './program-in-force.ts';
import { restrictionsRule } from './restrictions.ts';
import { reversedBeforeRule } from './reversed-before.ts';
import type { Rule } from './rule.ts';
import { switchesRule } from './switches.ts';
import { tokenRule } from './token.ts';
import { tokenControlsRule } from './token-controls.ts';
import { transactionLimitsRule } from './transaction-limits.ts';
import { dailyLimitRule, limit1Rule, limit2Rule, limit3Rule, monthlyLimitRule } from './window-limits.ts';

/** Evaluated before the card is known to exist. One of them refuses a message without a card. */
export const OPENING_RULES: readonly Rule<AuthorizationFacts>[] = [formatRule, cardFoundRule];

/** Rules for the controls of the interface. */
const INTERFACE_RULES: readonly Rule[] = [
  duplicateRule,
  reversedBeforeRule,
  cardStatusRule,
  expiryAndSequenceRule,
  tokenRule,
  currencyRule,
  amountRule,
  tokenControlsRule,
  restrictionsRule,
  switchesRule,
  merchantGroupRule,
  foreignUseRule,
  transactionLimitsRule,
  dailyLimitRule,
  monthlyLimitRule,
  limit1Rule,
  limit2Rule,
  limit3Rule,
];

/** Rules that refuse nothing. They record the versions that the other rules used. */
const VERSION_RULES: readonly Rule[] = [programRule, listsRule];

/** Rules for the limits and rules of a bank. */
const BANK_RULES: readonly Rule[] = [limitsRule, bankRulesRule];

/** Evaluated after the opening rules, on a card and its account. */
export const CARD_RULES: readonly Rule[] = [...VERSION_RULES, ...INTERFACE_RULES, ...BANK_RULES, fundsRule];

/**
 * All rules in their order of precedence (docs/interface/decision.md#order): the first that refuses decides. A new rule
 * needs a file of its own and a line above.
 */
export const RULES: readonly Pick<Rule, 'name' | 'labels'>[] = [...OPENING_RULES, ...CARD_RULES];

/** Stored with every decision; raised whenever a rule is added, removed, moved or changed. */
export const RULE_VERSION = 12;
