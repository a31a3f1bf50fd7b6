import type { AuthorizationListItem } from '@cardwright/contract';
import { expect, it } from 'vitest';
import { commonValues } from './common-values.ts';

const payment = (merchant: string, mcc: string, country: string | null, channel: string) =>
  ({ merchant, mcc, country, channel }) as AuthorizationListItem;

it('a rule about payments starts with the values that at least four of five payments have in common', () => {
  const payments = [
    payment('GAMES-77 ', '5816', 'LV', 'ECOM'),
    payment('GAMES-77', '5816', 'LV', 'ECOM'),
    payment('GAMES-77', '5816', 'LV', 'ECOM'),
    payment('SHOP-2', '5816', 'LV', 'ECOM'),
    payment('SHOP-3', '5411', null, 'ECOM'),
  ];
  expect(commonValues(payments)).toEqual({ mcc: '5816', country: 'LV', channel: 'ECOM' });
  expect(commonValues(payments.slice(0, 3))).toEqual({
    merchantId: 'GAMES-77',
    mcc: '5816',
    country: 'LV',
    channel: 'ECOM',
  });
});

it('payments without a common value are selected by their most frequent category', () => {
  const payments = [
    payment('A', '5816', 'LV', 'ECOM'),
    payment('B', '5411', 'AE', 'CHIP'),
    payment('C', '5816', 'FR', 'MOTO'),
  ];
  expect(commonValues(payments)).toEqual({ mcc: '5816' });
  expect(commonValues([])).toEqual({});
});
