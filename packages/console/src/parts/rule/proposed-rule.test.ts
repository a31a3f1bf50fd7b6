import { expect, it } from 'vitest';
import { proposedCondition, proposedName } from './proposed-rule.ts';

it('a rule is proposed for the payments of a selection', () => {
  const params = { merchantId: 'SHOP-1 ', mcc: '5816', amount: '100.00' };
  expect(proposedCondition(params)).toEqual({
    all: [
      { field: 'merchantId', op: 'eq', value: 'SHOP-1 ' },
      { field: 'mcc', op: 'eq', value: '5816' },
      { field: 'amount', op: 'gte', value: '100.00' },
    ],
  });
  expect(proposedName(params)).toBe('STOP_SHOP_1_5816_100_00');
  expect(proposedName({ merchantId: 'A VERY LONG NAME' })).toBe('STOP_A_VERY_LONG_NAME');
  expect(proposedName({ merchantId: 'ANOTHER LONG NAM', mcc: '5816' })).toBe('STOP_ANOTHER_LONG_NAM_58');
  expect(proposedCondition({})).toBeUndefined();
  expect(proposedCondition({ product: 'DEBIT-CLASSIC' })).toEqual({
    all: [{ field: 'product', op: 'eq', value: 'DEBIT-CLASSIC' }],
  });
  expect(proposedCondition({ product: 'DEBIT-CLASSIC,CREDIT-GOLD' })).toEqual({
    all: [{ field: 'product', op: 'in', value: ['DEBIT-CLASSIC', 'CREDIT-GOLD'] }],
  });
});
