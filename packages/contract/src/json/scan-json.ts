export interface JsonScan {
  /** Greatest nesting of objects and arrays. */
  depth: number;
  /** Colons outside strings: one for each key of a valid text. */
  keys: number;
  /** Whether a number may not survive as a double: 16 digits or more, a fraction, an exponent, a minus. */
  hasExactNumbers: boolean;
  hasUnicodeEscapes: boolean;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const ZERO = 0x30;
const NINE = 0x39;
const UNSAFE_DIGITS = 16;
/** Signs that only numbers have outside of strings: `+ - . E`. For `e`, a digit must precede it. */
const isNumberSign = (code: number): boolean => code === 0x2b || code === 0x2d || code === 0x2e || code === 0x45;

/** Scans the text once before it is parsed, for facts that the native parser does not report. Never fails. */
export function scanJson(text: string): JsonScan {
  const scan: JsonScan = { depth: 0, keys: 0, hasExactNumbers: false, hasUnicodeEscapes: text.includes('\\u') };
  let depth = 0;
  let digits = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= ZERO && code <= NINE) {
      if (++digits >= UNSAFE_DIGITS) scan.hasExactNumbers = true;
      continue;
    }
    if (isNumberSign(code) || (code === 0x65 && digits > 0)) scan.hasExactNumbers = true;
    digits = 0;
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === COLON) scan.keys++;
    else if (code === OPEN_OBJECT || code === OPEN_ARRAY) {
      if (++depth > scan.depth) scan.depth = depth;
    } else if (code === CLOSE_OBJECT || code === CLOSE_ARRAY) depth--;
  }
  return scan;
}

/** Returns the position of the quote that ends the string which begins at `start`, or the end of the text. */
export function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && text.charCodeAt(end - 1) === BACKSLASH) {
    let before = end - 2;
    while (text.charCodeAt(before) === BACKSLASH) before--;
    if ((end - before) % 2 === 1) break;
    end = text.indexOf('"', end + 1);
  }
  return end === -1 ? text.length : end;
}
