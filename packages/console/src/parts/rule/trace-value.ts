import { currencyLetters } from '../value/currency-numbers.ts';
import { formatExpiry } from '../value/expiry.ts';

/** Traced values that are amounts in minor units. */
const AMOUNTS: ReadonlySet<string> = new Set([
  ...['billing_minor', 'transaction_minor', 'amount', 'limit', 'cash_limit'],
  ...['counter_before', 'counter_after', 'available_before', 'available_after'],
]);

const EXPIRIES: ReadonlySet<string> = new Set(['card_expiry', 'message_expiry']);
const CURRENCIES: ReadonlySet<string> = new Set(['account_currency', 'billing_currency']);

/**
 * Formats an input of a rule. Amounts get the decimal point of their currency, expiries are written as on a card, and
 * currencies get their letters; other values do not change.
 */
export function traceValue(label: string, value: string | number, digits: number): string {
  const text = String(value);
  if (EXPIRIES.has(label) && /^\d{4}$/.test(text)) return formatExpiry(text);
  if (CURRENCIES.has(label)) return currencyLetters(text) ?? text;
  if (!AMOUNTS.has(label) || digits === 0 || !/^-?\d+$/.test(text)) return text;
  const sign = text.startsWith('-') ? '-' : '';
  const padded = text.slice(sign.length).padStart(digits + 1, '0');
  return `${sign}${padded.slice(0, -digits)}.${padded.slice(-digits)}`;
}

/** Whether a formatted value is an amount, which is grouped for people. */
export function isTracedAmount(label: string, formatted: string): boolean {
  return AMOUNTS.has(label) && /^-?\d+(\.\d+)?$/.test(formatted);
}

/** The number of decimal places, taken from another amount of the same decision. */
export function digitsOf(amount: string | null): number {
  return amount?.split('.')[1]?.length ?? 0;
}
