const AMOUNT_LENGTH = 12;

/** As messages write amounts: digits alone, in the smallest unit. */
export function messageAmount(amount: string, digits: number): string {
  const [whole = '', fraction = ''] = amount.split('.');
  return (whole + fraction.padEnd(digits, '0')).padStart(AMOUNT_LENGTH, '0');
}
