import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { currency, formatAmount, parseAmount } from './money.ts';

describe('currency', () => {
  it('knows ISO 4217 by alphabetic and by numeric code, with the decimals of its minor unit', () => {
    expect(currency('AED')).toEqual({ code: 'AED', number: '784', exponent: 2 });
    expect(currency('784')).toEqual({ code: 'AED', number: '784', exponent: 2 });
    expect(currency('JPY')).toEqual({ code: 'JPY', number: '392', exponent: 0 });
    expect(currency('KWD')).toEqual({ code: 'KWD', number: '414', exponent: 3 });
    expect(currency('008')).toEqual({ code: 'ALL', number: '008', exponent: 2 });
  });

  it('does not know codes that ISO 4217 does not list', () => {
    for (const code of ['', 'ZZZ', '000', 'AE', 'AEDX', '__proto__']) expect(currency(code), code).toBeUndefined();
  });

  it('still knows every currency after callers have made up thousands', () => {
    for (let made = 0; made < 5_000; made++) currency(`${made} is none`);
    expect(currency('CHF')).toEqual({ code: 'CHF', number: '756', exponent: 2 });
    expect(currency('BHD')).toEqual({ code: 'BHD', number: '048', exponent: 3 });
  });
});

describe('parseAmount', () => {
  it.each([
    ['0', 2, 0n],
    ['1500', 2, 150000n],
    ['1500.0', 2, 150000n],
    ['1500.00', 2, 150000n],
    ['0.01', 2, 1n],
    ['0.1', 2, 10n],
    ['007.50', 2, 750n],
    ['1500', 0, 1500n],
    ['1500.00', 0, 1500n],
    ['1500.123', 3, 1500123n],
    ['1500.1', 3, 1500100n],
    ['1500.1230', 3, 1500123n],
    ['9007199254740993.00', 2, undefined],
    ['900719925474099.30', 2, 90071992547409930n],
    ['999999999999999.999', 3, 999999999999999999n],
  ])('reads %s with %i decimals as %s minor units, losing no digit', (text, exponent, minor) => {
    expect(parseAmount(text, exponent)).toBe(minor);
  });

  it.each([
    ['1.001', 2],
    ['1.5', 0],
    ['1.2345', 3],
  ])('refuses %s if the currency has %i decimals, because an amount is never rounded', (text, exponent) => {
    expect(parseAmount(text, exponent)).toBeUndefined();
  });

  it.each(['', '.', '1.', '.5', '-1', '+1', '1,00', '1 000', '1e3', '0x10', '١٢', '1.00000', ' 1', '1\n', 'NaN'])(
    'refuses %j, which is not a decimal amount',
    (text) => {
      expect(parseAmount(text, 2)).toBeUndefined();
    },
  );

  it('never gives more minor units than a database column holds', () => {
    expect(parseAmount('999999999999999.9999', 4)).toBeUndefined();
    expect(parseAmount('922337203685477.5807', 4)).toBe(9_223_372_036_854_775_807n);
  });
});

describe('formatAmount', () => {
  it.each([
    [0n, 2, '0.00'],
    [1n, 2, '0.01'],
    [150000n, 2, '1500.00'],
    [-5n, 2, '-0.05'],
    [-150000n, 2, '-1500.00'],
    [1500n, 0, '1500'],
    [0n, 0, '0'],
    [-7n, 0, '-7'],
    [1n, 3, '0.001'],
    [1500123n, 3, '1500.123'],
    [90071992547409931n, 2, '900719925474099.31'],
  ])('writes %s minor units with %i decimals as %s', (minor, exponent, text) => {
    expect(formatAmount(minor, exponent)).toBe(text);
  });

  it('writes what parseAmount reads back, for every amount and precision', () => {
    const amounts = fc.bigInt({ min: 0n, max: 10n ** 14n });
    fc.assert(
      fc.property(amounts, fc.integer({ min: 0, max: 4 }), (minor, exponent) => {
        expect(parseAmount(formatAmount(minor, exponent), exponent)).toBe(minor);
      }),
    );
  });
});
