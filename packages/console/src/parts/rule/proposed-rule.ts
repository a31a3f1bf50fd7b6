import type { JsonObject } from '@cardwright/contract';

/** The members of a new rule's address. Each is a field of a condition with its value. */
export const RULE_PARAMS = ['merchantId', 'mcc', 'country', 'channel', 'acquirer', 'product', 'amount'] as const;
export type RuleParams = { readonly [Name in (typeof RULE_PARAMS)[number]]?: string | undefined };

/**
 * The condition that selects payments with these values, or undefined without values. An amount is the smallest one;
 * products can be several, with commas between them.
 */
export function proposedCondition(params: RuleParams): JsonObject | undefined {
  const tests = RULE_PARAMS.flatMap((field): JsonObject[] => {
    const value = params[field];
    if (value === undefined) return [];
    if (field === 'product' && value.includes(',')) return [{ field, op: 'in', value: value.split(',') }];
    return [{ field, op: field === 'amount' ? 'gte' : 'eq', value }];
  });
  return tests.length === 0 ? undefined : { all: tests };
}

const NAME_LENGTH = 24;

/** A name for the rule, such as `STOP_SHOP_1`. */
export function proposedName(params: RuleParams): string {
  const values = RULE_PARAMS.flatMap((field) => params[field] ?? []);
  const letters = values
    .join('_')
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_');
  return `STOP_${letters}`.slice(0, NAME_LENGTH).replace(/_+$/, '');
}
