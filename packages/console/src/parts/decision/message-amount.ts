const AMOUNT_LENGTH = 12;

/** Formats an amount as in messages: digits only, in the smallest unit. */
export function messageAmount(amount: string, digits: number): string {
  const [whole = '', fraction = ''] = amount.split('.');
  return (whole + fraction.padEnd(digits, '0')).padStart(AMOUNT_LENGTH, '0');
}
