import type { ListAuthorizationsQuery } from '@cardwright/contract';
import type { RuleParams } from '../../parts/rule/proposed-rule.ts';
import { dayRange } from '../../parts/value/day-range.ts';

/** The filters in the address. Days are those of the bank. */
export type Filters = Omit<ListAuthorizationsQuery, 'limit' | 'cursor'>;

/** The query of the operation. Both days are included. */
export function queryOf({ from, to, ...others }: Filters, zone: string): ListAuthorizationsQuery {
  return { ...others, ...dayRange({ from, to }, zone) };
}

/** The values of the filters that a rule can test too. */
export function ruleOf({ merchant, mcc, country, channel, acquirer, min_amount: amount }: Filters): RuleParams {
  return {
    ...(merchant && { merchantId: merchant }),
    ...(mcc && { mcc }),
    ...(country && { country }),
    ...(channel && { channel }),
    ...(acquirer && { acquirer }),
    ...(amount && { amount }),
  };
}
