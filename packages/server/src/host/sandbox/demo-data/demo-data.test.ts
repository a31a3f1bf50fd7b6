import { describe, expect, it } from 'vitest';
import { CUSTOMER_COUNT, demoCustomers, panOf } from './customers.ts';
import { customControlsOf } from './demo-custom-controls.ts';
import { paymentsOf, referenceOf } from './payments.ts';

const DAYS = Array.from({ length: 29 }, (_, at) => at + 1);

describe('the planned month of data of the sandbox', () => {
  const customers = demoCustomers();
  const payments = DAYS.flatMap((day) => paymentsOf(day, customers));

  it('is the same at every start', () => {
    expect(demoCustomers()).toEqual(customers);
    expect(DAYS.flatMap((day) => paymentsOf(day, demoCustomers()))).toEqual(payments);
  });

  it('has 200 customers, each with a card number, some of whom join during the month', () => {
    expect(customers).toHaveLength(CUSTOMER_COUNT);
    expect(new Set(customers.map((customer) => panOf(customer).reveal())).size).toBe(200);
    expect(customers.filter(({ cameOn }) => cameOn > 0)).toHaveLength(30);
  });

  it('has a separate reference for every payment, and no payment before its customer joined', () => {
    expect(new Set(payments.map(referenceOf)).size).toBe(payments.length);
    for (const day of DAYS)
      for (const { customer } of paymentsOf(day, customers)) expect(customer.cameOn).toBeLessThan(day);
  });

  it('sets a program, changes it, and limits three existing cards, one with an account limit above the ceiling', () => {
    const set = Array.from({ length: 31 }, (_, day) => customControlsOf(day, customers));
    expect(set.map((own) => own.length).filter((count) => count > 0)).toEqual([1, 4, 1]);
    const limited = set.flat().flatMap(({ customer }) => customer ?? []);
    expect(limited.map(({ cameOn, perDay, product }) => [cameOn, perDay, product.code])).toEqual([
      [0, 1.5, 'CREDIT-GOLD'],
      [0, 1.5, 'DEBIT-CLASSIC'],
      [0, 1.5, 'CREDIT-GOLD'],
      [0, 1.5, 'DEBIT-CLASSIC'],
    ]);
    expect(new Set(limited).size).toBe(3);
  });

  it('has quiet nights and busy evenings, except for the night on which stolen numbers are tested', () => {
    const between = (day: number, from: number, until: number) =>
      paymentsOf(day, customers).filter(({ minute }) => minute >= from * 60 && minute < until * 60).length;
    const nights = DAYS.filter((day) => day !== 11).map((day) => between(day, 2, 5));
    const evenings = DAYS.map((day) => between(day, 18, 21));
    expect(Math.max(...nights)).toBeLessThan(Math.min(...evenings));
    expect(between(11, 2, 5)).toBeGreaterThan(60);
  });
});
