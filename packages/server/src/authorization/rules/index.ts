import { amount } from './amount.ts';
import { cardFound } from './card-found.ts';
import { cardStatus } from './card-status.ts';
import { currency } from './currency.ts';
import { duplicate } from './duplicate.ts';
import { expiryAndSequence } from './expiry-and-sequence.ts';
import { format } from './format.ts';
import { funds } from './funds.ts';
import type { Rule } from './rule.ts';

/**
 * All rules in their order of precedence (decisions §7): the first that refuses decides. A new rule is a file of its
 * own and a line here. Rules after CARD_FOUND may count on a card and its account.
 */
export const RULES: readonly Rule[] = [
  format,
  cardFound,
  duplicate,
  cardStatus,
  expiryAndSequence,
  currency,
  amount,
  funds,
];

/** Stored with every decision; raised whenever a rule is added, removed, moved or changed. */
export const RULE_VERSION = 1;
