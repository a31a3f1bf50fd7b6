/**
 * Parses an amount as minor units; undefined if it is not a decimal amount, has more decimals than the currency, or is
 * too large to store.
 */
export function minorUnits(text: string, exponent: number): bigint | undefined {
  const [whole = '', decimals, more] = text.split('.');
  const isDigits = (part: string, most: number) => part.length > 0 && part.length <= most && /^[0-9]+$/.test(part);
  if (more !== undefined || !isDigits(whole, 15) || (decimals !== undefined && !isDigits(decimals, 4)))
    return undefined;
  const hundredths = BigInt(whole) * 10_000n + BigInt((decimals ?? '').padEnd(4, '0'));
  const unit = 10n ** BigInt(4 - exponent);
  const minor = hundredths / unit;
  return minor * unit === hundredths && minor < 2n ** 63n ? minor : undefined;
}

/** Formats minor units as an amount. */
export function formatMinor(minor: string, exponent: number): string {
  const units = BigInt(minor);
  const size = 10n ** BigInt(exponent);
  const [whole, rest] = [units / size, units % size];
  const plain = (part: bigint) => String(part).replace('-', '');
  const decimals = exponent === 0 ? '' : `.${plain(rest).padStart(exponent, '0')}`;
  return `${units < 0n ? '-' : ''}${plain(whole)}${decimals}`;
}

/**
 * Describes a sequence number, the next one, the expiry `months` after a date, and the period in which a plastic is
 * due.
 */
export function plasticAfter(sequence: string, date: string, months: number): string {
  const month = (ahead: number) => {
    const at = new Date(Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)) - 1 + ahead, 1)).toISOString();
    return at.slice(2, 7).replace('-', '');
  };
  const next = sequence === '999' ? undefined : String(Number(sequence) + 1).padStart(3, '0');
  return `001, ${next}, ${month(months)}, due from ${month(0)} to ${month(months)}`;
}

/** Whether the check digit is valid for a card number. */
export function hasRightCheckDigit(digits: string): boolean {
  const sum = [...digits].reduceRight((before, digit, at) => {
    const isDoubled = (digits.length - at) % 2 === 0;
    const value = Number(digit) * (isDoubled ? 2 : 1);
    return before + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
