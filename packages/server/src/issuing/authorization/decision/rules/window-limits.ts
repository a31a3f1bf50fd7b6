import type { CounterName, LimitField } from '@cardwright/contract';
import { COUNTER_PLACE, spentIn } from '../../../card-settings/counters.ts';
import type { Rule } from './rule.ts';

/**
 * 61: the message would exceed the limit of the account for a window
 * (docs/interface/card-settings.md#windows).
 */
function windowLimit(reason: string, field: LimitField, counter: CounterName): Rule {
  const place = COUNTER_PLACE[counter];
  return {
    name: reason,
    labels: ['limit', 'counter_before', 'counter_after'],
    evaluate(facts, message, now) {
      const { settings, counters } = facts.account;
      const limit = settings.limits[field];
      const before = spentIn(counters[place], now);
      const after = before + message.billingMinor;
      const saw = [limit?.toString() ?? null, String(before), String(after)];
      return limit === undefined || after <= limit ? { saw } : { saw, refuse: { actionCode: '61', reason } };
    },
  };
}

export const dailyLimitRule = windowLimit('DAILY_LIMIT', 'dailyLimit', 'daily');
export const monthlyLimitRule = windowLimit('MONTHLY_LIMIT', 'monthlyLimit', 'monthly');
export const limit1Rule = windowLimit('LIMIT1', 'limit1', 'counter1');
export const limit2Rule = windowLimit('LIMIT2', 'limit2', 'counter2');
export const limit3Rule = windowLimit('LIMIT3', 'limit3', 'counter3');
