/** Retrieval references: at most 12 digits, and in ISO 8583 also letters and blanks. Stored as a number. Pure. */
const DIGITS = /^\d{1,12}$/;
const LENGTH = 12;
const ALPHABET = ' 0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const BASE = BigInt(ALPHABET.length);
/** References with other characters than digits are stored above all numbers of 12 digits. They fit into 63 bits. */
const FIRST_WITH_LETTERS = 10n ** BigInt(LENGTH);

/**
 * The number of a reference. Lower-case letters count as uppercase letters. Throws if a character is neither a digit nor
 * a letter nor a blank.
 *
 * @example
 * readReference('632477000001'); // 632477000001n
 */
export function readReference(text: string): bigint {
  if (DIGITS.test(text)) return BigInt(text);
  let value = 0n;
  for (const character of text.toUpperCase().padEnd(LENGTH)) {
    const digit = ALPHABET.indexOf(character);
    if (digit < 0) throw new Error('a retrieval reference holds a character that is neither a digit nor a letter');
    value = value * BASE + BigInt(digit);
  }
  return FIRST_WITH_LETTERS + value;
}

/** The reference as responses show it: 12 characters. */
export function writeReference(reference: bigint): string {
  if (reference < FIRST_WITH_LETTERS) return String(reference).padStart(LENGTH, '0');
  let text = '';
  for (let rest = reference - FIRST_WITH_LETTERS; text.length < LENGTH; rest /= BASE) {
    text = ALPHABET[Number(rest % BASE)] + text;
  }
  return text;
}
