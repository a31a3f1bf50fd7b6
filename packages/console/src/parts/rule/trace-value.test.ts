import { describe, expect, it } from 'vitest';
import { digitsOf, isTracedAmount, traceValue } from './trace-value.ts';

describe('an input of a rule', () => {
  it('is formatted with the decimal point of its currency if it is an amount, and otherwise unchanged', () => {
    expect(traceValue('billing_minor', '99999900', 2)).toBe('999999.00');
    expect(traceValue('available_after', '-5', 3)).toBe('-0.005');
    expect(traceValue('amount', '2500', 0)).toBe('2500');
    expect(traceValue('merchant_category', '5411', 2)).toBe('5411');
    expect(traceValue('amount', '90071992547409931', 2)).toBe('900719925474099.31');
  });

  it('is known to be an amount or not', () => {
    expect([isTracedAmount('limit', '6000.00'), isTracedAmount('available_after', '-5')]).toEqual([true, true]);
    expect([isTracedAmount('limit', 'A_LIMIT'), isTracedAmount('version', '6000')]).toEqual([false, false]);
  });

  it('is formatted as on a card for an expiry, and by its letters for a currency', () => {
    expect(traceValue('card_expiry', '3110', 2)).toBe('10/31');
    expect(traceValue('message_expiry', 'none', 2)).toBe('none');
    expect([traceValue('account_currency', '784', 2), traceValue('billing_currency', '999', 2)]).toEqual([
      'AED',
      '999',
    ]);
  });

  it('has as many decimal places as the amount of the decision', () => {
    expect([digitsOf('25.00'), digitsOf('25'), digitsOf('1.234'), digitsOf(null)]).toEqual([2, 0, 3, 0]);
  });
});
