import type { Static } from 'typebox';
import { describe, expect, expectTypeOf, it } from 'vitest';
import type { createRule } from '../rules/create-rule.ts';
import type { BankRule } from '../rules/rule.ts';
import { checkCondition } from './check-condition.ts';
import { type Condition, comparisonsOf, type ProvisioningCondition, type RuleCondition } from './condition.ts';
import type { ProvisioningFieldName } from './condition-fields.ts';

type Created = Static<NonNullable<(typeof createRule)['request']>>;

/** Each comparison compiles or does not, as the check at run time accepts or refuses it. */
describe('the types of conditions', () => {
  it('have the fields of a payment', () => {
    const condition: Condition = { all: [{ field: 'amount', op: 'gt', value: '1.00' }] };
    expect(checkCondition(condition as never, '').findings).toEqual([]);
    // @ts-expect-error a payment has no device
    const wrong: Condition = { field: 'deviceCountry', op: 'eq', value: 'AE' };
    expect(checkCondition(wrong as never, '').findings).toHaveLength(1);
  });

  it('have the fields of a request for a token', () => {
    const condition: ProvisioningCondition = {
      any: [
        { not: { field: 'isForeignDevice', op: 'eq', value: false } },
        { field: 'accountScore', op: 'lt', value: 3 },
        { field: 'localHour', op: 'lt', value: 6 },
      ],
    };
    expect(checkCondition(condition as never, '', 'provisioning').findings).toEqual([]);
    // @ts-expect-error a request for a token has no amount
    const wrong: ProvisioningCondition = { all: [{ field: 'amount', op: 'gt', value: '1.00' }] };
    expect(checkCondition(wrong as never, '', 'provisioning').findings).toHaveLength(1);
    expectTypeOf(comparisonsOf(condition)[0]!.field).toEqualTypeOf<ProvisioningFieldName>();
  });

  it('of a rule are one or the other, and do not mix', () => {
    expectTypeOf<Created['condition']>().toEqualTypeOf<RuleCondition>();
    expectTypeOf<BankRule['versions'][number]['condition']>().toEqualTypeOf<RuleCondition>();
    const rule: Created = {
      name: 'FOREIGN_DEVICE',
      on: 'provisioning',
      condition: { field: 'isForeignDevice', op: 'eq', value: true },
      effect: 'require_code',
    };
    expect(checkCondition(rule.condition as never, '', 'provisioning').findings).toEqual([]);
    const mixed: Created['condition'] = {
      all: [
        // @ts-expect-error fields of both
        { field: 'amount', op: 'gt', value: '1.00' },
        { field: 'accountScore', op: 'lt', value: 3 },
      ],
    };
    expect(checkCondition(mixed as never, '', 'provisioning').findings).toHaveLength(1);
  });
});
