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

/** A text in printable ASCII: transliterated where that is possible, without what cannot be; no blank twice. */
export function toPlainText(text: string): string {
  const spelled = [...text.normalize('NFC')].map((character) => {
    if (/[\p{Cc}\p{Z}]/u.test(character)) return ' ';
    return SPELLED.test(character) ? (ARABIC[character] ?? anyAscii(character)) : '';
  });
  return spelled
    .join('')
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/ +/g, ' ')
    .trim();
}
