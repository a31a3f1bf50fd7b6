import type { LimitField } from '@cardwright/contract';
import { isCardPresent } from '../channel.ts';
import type { AuthorizationMessage, FactsWithCard } from '../facts.ts';
import type { Rule } from './rule.ts';

/**
 * 61: the amount exceeds the limit for one transaction of its kind (docs/interface/card-settings.md#limits). Cash has a
 * limit of its own in addition.
 */
export const transactionLimitsRule: Rule = {
  name: 'TRANSACTION_LIMITS',
  labels: ['amount', 'limit', 'cash_limit'],
  evaluate(facts, message) {
    const present = isCardPresent(message.channel);
    const limit = limitOf(facts, present ? 'cardPresentTransactionLimit' : 'cardNotPresentTransactionLimit');
    const cash = message.channel.isCash ? limitOf(facts, 'cashTransactionLimit') : undefined;
    const saw = [String(message.billingMinor), limit?.toString() ?? null, cash?.toString() ?? null];
    if (isOver(message, limit)) {
      const reason = present ? 'CP_TRANSACTION_LIMIT' : 'CNP_TRANSACTION_LIMIT';
      return { saw, refuse: { actionCode: '61', reason } };
    }
    return isOver(message, cash) ? { saw, refuse: { actionCode: '61', reason: 'CASH_TRANSACTION_LIMIT' } } : { saw };
  },
};

function limitOf(facts: FactsWithCard, field: LimitField): bigint | undefined {
  return facts.account.settings.limits[field];
}

function isOver(message: AuthorizationMessage, limit: bigint | undefined): boolean {
  return limit !== undefined && message.billingMinor > limit;
}
