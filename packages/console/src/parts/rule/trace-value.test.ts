import { describe, expect, it } from 'vitest';
import { digitsOf, isTracedAmount, traceValue } from './trace-value.ts';

describe('what a rule saw', () => {
  it('shows amounts with the point of their currency, and everything else as it is', () => {
    expect(traceValue('billing_minor', '99999900', 2)).toBe('999999.00');
    expect(traceValue('available_after', '-5', 3)).toBe('-0.005');
    expect(traceValue('amount', '2500', 0)).toBe('2500');
    expect(traceValue('merchant_category', '5411', 2)).toBe('5411');
    expect(traceValue('amount', '90071992547409931', 2)).toBe('900719925474099.31');
  });

  it('knows which of its values are amounts', () => {
    expect([isTracedAmount('limit', '6000.00'), isTracedAmount('available_after', '-5')]).toEqual([true, true]);
    expect([isTracedAmount('limit', 'A_LIMIT'), isTracedAmount('version', '6000')]).toEqual([false, false]);
  });

  it('shows an expiry as on a card, and a currency by its letters', () => {
    expect(traceValue('card_expiry', '3110', 2)).toBe('10/31');
    expect(traceValue('message_expiry', 'none', 2)).toBe('none');
    expect([traceValue('account_currency', '784', 2), traceValue('billing_currency', '999', 2)]).toEqual([
      'AED',
      '999',
    ]);
  });

  it('has as many digits as the amount of the decision', () => {
    expect([digitsOf('25.00'), digitsOf('25'), digitsOf('1.234'), digitsOf(null)]).toEqual([2, 0, 3, 0]);
  });
});
