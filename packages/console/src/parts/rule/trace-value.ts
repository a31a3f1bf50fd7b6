/** What traces tell in minor units, as texts. */
const AMOUNTS: ReadonlySet<string> = new Set([
  ...['billing_minor', 'transaction_minor', 'amount', 'limit', 'cash_limit'],
  ...['counter_before', 'counter_after', 'available_before', 'available_after'],
]);

export function traceName(label: string): string {
  return label.replace(/_minor$/, '_amount').replaceAll('_', ' ');
}

/** What a rule saw, amounts with the point of their currency; the digits of a text are never changed otherwise. */
export function traceValue(label: string, value: string | number, digits: number): string {
  const text = String(value);
  if (!AMOUNTS.has(label) || digits === 0 || !/^-?\d+$/.test(text)) return text;
  const sign = text.startsWith('-') ? '-' : '';
  const padded = text.slice(sign.length).padStart(digits + 1, '0');
  return `${sign}${padded.slice(0, -digits)}.${padded.slice(-digits)}`;
}

/** How many digits follow the point, as another amount of the same decision shows. */
export function digitsOf(amount: string | null): number {
  return amount?.split('.')[1]?.length ?? 0;
}
