/** Traced values that are amounts in minor units. */
const AMOUNTS: ReadonlySet<string> = new Set([
  ...['billing_minor', 'transaction_minor', 'amount', 'limit', 'cash_limit'],
  ...['counter_before', 'counter_after', 'available_before', 'available_after'],
]);

/** Formats an input of a rule. Amounts get the decimal point of their currency; other values do not change. */
export function traceValue(label: string, value: string | number, digits: number): string {
  const text = String(value);
  if (!AMOUNTS.has(label) || digits === 0 || !/^-?\d+$/.test(text)) return text;
  const sign = text.startsWith('-') ? '-' : '';
  const padded = text.slice(sign.length).padStart(digits + 1, '0');
  return `${sign}${padded.slice(0, -digits)}.${padded.slice(-digits)}`;
}

/** The number of decimal places, taken from another amount of the same decision. */
export function digitsOf(amount: string | null): number {
  return amount?.split('.')[1]?.length ?? 0;
}
