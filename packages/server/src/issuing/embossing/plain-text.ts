import anyAscii from 'any-ascii';

/**
 * Letters, marks, numbers, punctuation and blanks: characters that can be spelled. Without this filter, the library
 * would write the name of an emoji.
 */
const SPELLED = /[\p{L}\p{M}\p{N}\p{P}\p{Z}]/u;

/** Arabic letters that the library omits or turns into a quotation mark, in their usual Latin spelling. */
const ARABIC: Readonly<Record<string, string>> = {
  ا: 'a',
  أ: 'a',
  إ: 'i',
  آ: 'a',
  ٱ: 'a',
  ى: 'a',
  ة: 'a',
  ع: 'a',
};

/**
 * Converts a text to printable ASCII: transliterates other characters if possible, and drops them otherwise. The result
 * has no double blanks.
 */
export function toPlainText(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[^\x20-\x7e]/gu, inPlainCharacters)
    .replace(/ +/g, ' ')
    .trim();
}

function inPlainCharacters(character: string): string {
  if (/[\p{Cc}\p{Z}]/u.test(character)) return ' ';
  if (!SPELLED.test(character)) return '';
  return (ARABIC[character] ?? anyAscii(character)).replace(/[^\x20-\x7e]/g, '');
}
