/** Letters with several spellings that are read as one. */
const SAME_LETTERS: Record<string, string> = {
  أ: 'ا',
  إ: 'ا',
  آ: 'ا',
  ٱ: 'ا',
  ى: 'ي',
  ی: 'ي',
  ئ: 'ي',
  ؤ: 'و',
  ة: 'ه',
  ک: 'ك',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ł: 'l',
  ı: 'i',
};
const FOLDED = new RegExp(`[${Object.keys(SAME_LETTERS).join('')}]`, 'gu');

/**
 * The words of a name in the form that is compared: without case, accents, vowel signs and punctuation, digits in
 * ASCII.
 */
export function normalizeWords(name: string): string[] {
  const plain = name
    // composed first, because SAME_LETTERS lists composed letters
    .normalize('NFKC')
    .toLowerCase()
    .replace(FOLDED, (letter) => SAME_LETTERS[letter] ?? letter)
    .normalize('NFKD')
    // accents, vowel signs, and the tatweel that stretches an Arabic word
    .replace(/[\p{M}\u0640]/gu, '')
    .replace(/['’‘`´]/g, '')
    .replace(/\p{Nd}/gu, digitOf);
  return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** The value of a digit of any script: Unicode encodes the ten digits of a script in a row, starting with zero. */
function digitOf(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let nought = code;
  while (code - nought < 9 && /\p{Nd}/u.test(String.fromCodePoint(nought - 1))) nought -= 1;
  return String(code - nought);
}
