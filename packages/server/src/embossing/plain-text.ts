import anyAscii from 'any-ascii';

/** Letters, their marks, numbers, punctuation and blanks: what has a spelling. Of a picture only its name could be written. */
const SPELLED = /[\p{L}\p{M}\p{N}\p{P}\p{Z}]/u;

/** Arabic letters that the library leaves out or turns into a quotation mark, as names are usually written in Latin letters. */
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
 * A text in printable ASCII: what is that already stays, the rest is transliterated where that is possible and left out where
 * not; no blank twice.
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
