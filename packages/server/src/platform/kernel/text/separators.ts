import { ZERO_WIDTH } from './normalize-digits.ts';

/**
 * The most separators within a number: a blank on both sides of two separators, or four blanks. More of them separate
 * the columns of a table.
 */
export const MAX_SEPARATORS = 4;
/** The most separators within a number under a known BIN, such as `) - (` between groups in brackets. */
export const MAX_UNUSUAL = 8;

/** A separator that an encoder wrote with letters or digits: in JSON, in JSON within JSON, or in a URL. */
const ESCAPED = [
  String.raw`\\+(?:[bfnrtv"/]|u(?:00(?:[01][\da-f]|a0)|20[0-6][\da-f]|3000|feff|d[89a-f][\da-f]{2}))`,
  String.raw`\\+`,
  '%(?:25)*(?:0[9ad]|2[0-46-9a-f]|3[a-f]|40|5[b-f]|60|7[b-e]|c2%a0)',
].join('|');
const ESCAPED_HERE = new RegExp(ESCAPED, 'iy');
const NO_DIGITS = new RegExp(String.raw`[^\d\\%]+|${ESCAPED}|%`, 'gi');

export const BACKSLASH = 0x5c;
export const PERCENT = 0x25;

/**
 * The length of the separator in a normalized text, which is any character but a digit or a letter; 0 if there is none.
 */
export function separatorLength(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code === BACKSLASH || code === PERCENT) {
    ESCAPED_HERE.lastIndex = at;
    return ESCAPED_HERE.exec(text)?.[0].length ?? 1;
  }
  return isLetter(code) ? 0 : 1;
}

/**
 * Whether the text has a single `x` here with no letter next to it, as people write it between groups:
 * `4000x0012x3456x7899`. In a normalized text, each letter of another script is an `x` too. Two of them are no
 * separator, because masks consist of them.
 */
export function isLetterBetween(text: string, at: number): boolean {
  return (text.charCodeAt(at) | 0x20) === 0x78 && !isLetter(text.charCodeAt(at - 1)) && !isLetter(nextCode(text, at));
}

/** Skips characters without a width, which separate no letters. */
function nextCode(text: string, at: number): number {
  let next = at + 1;
  while (text.charCodeAt(next) === ZERO_WIDTH) next += 1;
  return text.charCodeAt(next);
}

function isLetter(code: number): boolean {
  const lower = code | 0x20;
  return code < 0x80 && lower >= 0x61 && lower <= 0x7a;
}

/** The digits of a number without its separators. */
export function withoutSeparators(text: string): string {
  return text.replace(NO_DIGITS, '');
}
