import { code as currencyByCode, number as currencyByNumber } from 'currency-codes';

/** A currency of ISO 4217. */
export interface Currency {
  /** Alphabetic: AED. */
  readonly code: string;
  /** Numeric: 784. */
  readonly number: string;
  /** Decimals of its minor unit. */
  readonly exponent: number;
}

const known = new Map<string, Currency | undefined>();

/** By alphabetic or numeric code; undefined when ISO 4217 does not list it. */
export function currency(code: string): Currency | undefined {
  if (!known.has(code) && known.size < 1_000) {
    const found = currencyByCode(code) ?? currencyByNumber(code);
    known.set(code, found && { code: found.code, number: found.number, exponent: found.digits });
  }
  return known.get(code);
}

/** "1500.00" to 150000n for an exponent of 2; undefined for anything that is not a decimal amount of that precision. */
export function parseAmount(text: string, exponent: number): bigint | undefined {
  const parts = /^(\d{1,15})(?:\.(\d{1,4}))?$/.exec(text);
  if (parts === null) return undefined;
  const fraction = (parts[2] ?? '').padEnd(exponent, '0');
  if (fraction.length > exponent && !/^0+$/.test(fraction.slice(exponent))) return undefined;
  return BigInt(`${parts[1]}${fraction.slice(0, exponent)}`);
}

/** 150000n to "1500.00" for an exponent of 2. */
export function formatAmount(minor: bigint, exponent: number): string {
  const sign = minor < 0n ? '-' : '';
  const digits = (minor < 0n ? -minor : minor).toString().padStart(exponent + 1, '0');
  if (exponent === 0) return `${sign}${digits}`;
  return `${sign}${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`;
}
