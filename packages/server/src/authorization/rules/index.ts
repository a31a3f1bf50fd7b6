import { amount } from './amount.ts';
import { cardFound } from './card-found.ts';
import { cardStatus } from './card-status.ts';
import { currency } from './currency.ts';
import { duplicate } from './duplicate.ts';
import { expiryAndSequence } from './expiry-and-sequence.ts';
import { foreignUse } from './foreign-use.ts';
import { format } from './format.ts';
import { funds } from './funds.ts';
import { merchantGroup } from './merchant-group.ts';
import { restrictions } from './restrictions.ts';
import type { Rule } from './rule.ts';
import { switches } from './switches.ts';
import { transactionLimits } from './transaction-limits.ts';
import { dailyLimit, limit1, limit2, limit3, monthlyLimit } from './window-limits.ts';

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
  restrictions,
  switches,
  merchantGroup,
  foreignUse,
  transactionLimits,
  dailyLimit,
  monthlyLimit,
  limit1,
  limit2,
  limit3,
  funds,
];

/** Stored with every decision; raised whenever a rule is added, removed, moved or changed. */
export const RULE_VERSION = 3;
