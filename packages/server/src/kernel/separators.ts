/** A blank on both sides of two separators, or four blanks; more is a column of a table. */
export const MOST_SEPARATORS = 4;

/** A separator that an encoder wrote with letters or digits: of JSON, also in JSON within JSON, or of a URL. */
const ESCAPED = [
  String.raw`\\+(?:[bfnrtv"/]|u(?:00(?:[01][\da-f]|a0)|20[0-6][\da-f]|3000|feff|d[89a-f][\da-f]{2}))`,
  String.raw`\\+`,
  '%(?:0[9ad]|2[0bcdef]|3a|3b|5f|7c|c2%a0)',
].join('|');
const ESCAPED_HERE = new RegExp(ESCAPED, 'iy');
const NO_DIGITS = new RegExp(String.raw`[^\d\\%]+|${ESCAPED}|%`, 'gi');

const BACKSLASH = 0x5c;
const PERCENT = 0x25;

/** The length of the separator in a folded text: whatever is neither a digit nor a letter. 0: there is none. */
export function separatorLength(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code === BACKSLASH || code === PERCENT) {
    ESCAPED_HERE.lastIndex = at;
    return ESCAPED_HERE.exec(text)?.[0].length ?? 1;
  }
  const lower = code | 0x20;
  return code < 0x80 && lower >= 0x61 && lower <= 0x7a ? 0 : 1;
}

/** The digits of a number that is written with separators. */
export function withoutSeparators(written: string): string {
  return written.replace(NO_DIGITS, '');
}
