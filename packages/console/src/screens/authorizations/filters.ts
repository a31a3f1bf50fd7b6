import type { AuthorizationListItem, ListAuthorizationsQuery } from '@cardwright/contract';
import { commonValues } from '../../parts/rule/common-values.ts';
import type { RuleParams } from '../../parts/rule/proposed-rule.ts';
import { dayRange } from '../../parts/value/day-range.ts';

/** The filters in the address. Days are those of the bank. */
export type Filters = Omit<ListAuthorizationsQuery, 'limit' | 'cursor'>;

/** The query of the operation. Both days are included. */
export function queryOf({ from, to, ...others }: Filters, zone: string): ListAuthorizationsQuery {
  return { ...others, ...dayRange({ from, to }, zone) };
}

/**
 * The values of the filters that a rule can test too. If a rule cannot test any of the filters, the values that the
 * listed payments have in common.
 */
export function ruleOf(
  { merchant, mcc, country, channel, acquirer, min_amount: amount, bin, from, to, state, ...others }: Filters,
  productsOfBin: (bin: string) => string | undefined,
  payments: readonly AuthorizationListItem[],
): RuleParams {
  const product = bin && productsOfBin(bin);
  const tested = {
    ...(merchant && { merchantId: merchant }),
    ...(mcc && { mcc }),
    ...(country && { country }),
    ...(channel && { channel }),
    ...(acquirer && { acquirer }),
    ...(product && { product }),
    ...(amount && { amount }),
  };
  const isOther = Object.values(others).some((value) => value !== undefined);
  return Object.keys(tested).length === 0 && isOther ? commonValues(payments) : tested;
}
