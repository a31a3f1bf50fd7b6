import luhn from 'fast-luhn';

/** A run of digits long enough to be or contain a card number, whatever its check digit. */
const RUN = '\\d{13,}';
const BETWEEN = '(?:[ .:_+-]|%20)';
/**
 * The same written in groups of four, as people and forms do, also in a URL; the inner groups of a UUID do not count.
 */
const GROUPED = `(?<!\\d)(?<![\\da-f]{8}-)\\d{4}(?:${BETWEEN}\\d{4}){2}${BETWEEN}\\d{1,4}(?:${BETWEEN}\\d{1,3})?(?!\\d)`;
const CARD_NUMBER_LIKE = new RegExp(`${RUN}|${GROUPED}`, 'g');

/** `4000001234567899` to `400000XXXXXX7899`. */
export function maskDigits(number: string, mask = 'X'): string {
  return `${number.slice(0, 6)}${mask.repeat(Math.max(0, number.length - 10))}${number.slice(-4)}`;
}

/** Masks everything that looks like a card number in a text for a log, a metric, an error or a list. */
export function maskCardNumbers(text: string): string {
  return text.replace(CARD_NUMBER_LIKE, (written) => maskDigits(digitsOf(written)));
}

/**
 * Masks only numbers with the check digit of a card number for which `isOurs` holds: for stored texts, where most long
 * numbers are not card numbers.
 */
export function maskValidCardNumbers(
  text: string,
  mask = 'X',
  isOurs: (digits: string) => boolean = () => true,
): string {
  return text.replace(CARD_NUMBER_LIKE, (written) => {
    const digits = digitsOf(written);
    return luhn(digits) && isOurs(digits) ? maskDigits(digits, mask) : written;
  });
}

/** Whether a text contains a possible card number, alone or within a longer run of digits. */
export function mayHoldCardNumber(text: string): boolean {
  return /\d{13}/.test(text) || maskCardNumbers(text) !== text;
}

function digitsOf(written: string): string {
  return written.replace(/%20|\D/g, '');
}
