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

const cache = new Map<string, Currency>();

/** The currency of an alphabetic or numeric code; undefined if ISO 4217 does not list it. */
export function currency(code: string): Currency | undefined {
  const cached = cache.get(code);
  if (cached !== undefined) return cached;
  const record = currencyByCode(code) ?? currencyByNumber(code);
  if (record === undefined) return undefined;
  const entry = { code: record.code, number: record.number, exponent: record.digits };
  // only listed codes are cached: codes that callers make up would grow the cache without end
  cache.set(code, entry);
  return entry;
}

/** The currency of a stored code, which was checked before. Throws for any other code. */
export function currencyOf(code: string): Currency {
  const entry = currency(code);
  if (entry === undefined) throw new Error(`ISO 4217 lists no currency ${code}`);
  return entry;
}

/** The maximum of a bigint column. */
export const MAX_MINOR = 9_223_372_036_854_775_807n;

/** "1500.00" to 150000n for an exponent of 2; undefined for anything that is not a decimal amount of that precision. */
export function parseAmount(text: string, exponent: number): bigint | undefined {
  const parts = /^(\d{1,15})(?:\.(\d{1,4}))?$/.exec(text);
  if (parts === null) return undefined;
  const fraction = (parts[2] ?? '').padEnd(exponent, '0');
  if (fraction.length > exponent && !/^0+$/.test(fraction.slice(exponent))) return undefined;
  const minor = BigInt(`${parts[1]}${fraction.slice(0, exponent)}`);
  return minor <= MAX_MINOR ? minor : undefined;
}

/** 150000n to "1500.00" for an exponent of 2. */
export function formatAmount(minor: bigint, exponent: number): string {
  const sign = minor < 0n ? '-' : '';
  const digits = (minor < 0n ? -minor : minor).toString().padStart(exponent + 1, '0');
  if (exponent === 0) return `${sign}${digits}`;
  return `${sign}${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`;
}
