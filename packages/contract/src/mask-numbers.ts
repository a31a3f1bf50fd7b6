/** An id of this product, or a trace id or hash in hexadecimal. Its digits can look like a card number by chance. */
const ID =
  '(?<![\\da-z-])(?:[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}|(?=\\d*[a-f])(?:[\\da-f]{32}|[\\da-f]{64}))(?![\\da-z-])';
/** Digits as long as a card number, with at most one blank or dash between two of them. */
const DIGITS = '\\d(?:[ -]?\\d){12,}';
const ID_OR_DIGITS = new RegExp(`(${ID})|${DIGITS}`, 'gi');
const SHORTEST = 13;
const LONGEST = 19;

/**
 * Masks numbers that could be card numbers, except for the first 6 and the last 4 digits. UUIDs, trace ids and hashes
 * stay as they are, because a caller uses them in its next request.
 *
 * @example maskNumbers('card 4761 7390 0101 0010') // 'card 476173XXXXXX0010'
 */
export function maskNumbers(text: string): string {
  return text.replace(ID_OR_DIGITS, (run: string, id?: string) => {
    if (id !== undefined) return id;
    // The groups of digits are at even indexes, and their separators are at odd indexes.
    const pieces = run.split(/([ -])/);
    for (let from = 0; from < pieces.length; from += 2) {
      for (let to = pieces.length; to > from; to -= 2) {
        const number = pieces.slice(from, to).join('').replace(/[ -]/g, '');
        if (!isCardNumber(number)) continue;
        const masked = `${number.slice(0, 6)}${'X'.repeat(number.length - 10)}${number.slice(-4)}`;
        pieces.splice(from, to - from, masked);
      }
    }
    return pieces.join('');
  });
}

/** Checks the length, and the check digit of ISO/IEC 7812 (Luhn). */
function isCardNumber(digits: string): boolean {
  if (digits.length < SHORTEST || digits.length > LONGEST) return false;
  let sum = 0;
  for (let at = 0; at < digits.length; at++) {
    const digit = Number(digits[digits.length - 1 - at]) * (at % 2 === 1 ? 2 : 1);
    sum += digit > 9 ? digit - 9 : digit;
  }
  return sum % 10 === 0;
}
