const NOT_ASCII = /[^\0-\x7f]/;
const LETTER = /\p{L}/u;
/** Combining marks, and format characters, which have no width of their own. */
const UNSEEN = /[\p{M}\p{Cf}]/u;
const NUMERAL = /\p{N}/u;
const DECIMAL = /^\p{Nd}$/u;
/** One digit with signs around it, such as brackets or a dot. */
const SIGNED_DIGIT = /^[^\p{L}\p{N}]*(\d)[^\p{L}\p{N}]*$/u;

/** Replaces characters without a width, which separate no digits. */
export const ZERO_WIDTH = 0x200b;
const ANY_LETTER = 0x78;
const ZERO = 0x30;

/**
 * Digits whose value neither NFKC nor their code point gives: the first one, its value, and the number of digits that
 * follow.
 */
const OTHER_DIGITS = [
  [0x1369, 1, 9],
  [0x19da, 1, 1],
  [0x24f5, 1, 9],
  [0x24ff, 0, 1],
  [0x2776, 1, 9],
  [0x2780, 1, 9],
  [0x278a, 1, 9],
  [0x10a40, 1, 4],
  [0x10e60, 1, 9],
  [0x11052, 1, 9],
  [0x1f10b, 0, 1],
  [0x1f10c, 0, 1],
] as const;

/** All digits are below this code point. Above it are ideographs and invisible characters. */
const FIRST_IDEOGRAPH = 0x20000;
const FIRST_TAG = 0xe0000;

/** The normalized code of each character below the ideographs, computed with the first text that needs it. */
let foldedCodes: Uint16Array | undefined;

/**
 * Replaces the digits of all scripts, and characters that NFKC turns into digits (full-width, bold, circled), by ASCII
 * digits. Other letters become `x`, and characters without a width `ZERO_WIDTH`. The length is the same, so that a
 * match can be masked in the original text.
 */
export function normalizeDigits(text: string): string {
  if (!NOT_ASCII.test(text)) return text;
  foldedCodes ??= foldAll();
  const codes = new Uint16Array(text.length);
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 0xd800 || code > 0xdbff) codes[at] = foldedCodes[code] ?? code;
    else {
      const whole = text.codePointAt(at) ?? code;
      codes[at] = foldedOfLong(foldedCodes, whole);
      if (whole === code) continue;
      at += 1;
      codes[at] = ZERO_WIDTH;
    }
  }
  return Buffer.from(codes.buffer).toString('utf16le');
}

/** The normalized code of one character; of a surrogate pair, at its first half. */
export function normalizedCodeAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code < 0x80) return code;
  foldedCodes ??= foldAll();
  if (code < 0xd800 || code > 0xdbff) return foldedCodes[code] ?? code;
  return foldedOfLong(foldedCodes, text.codePointAt(at) ?? code);
}

/** The normalized code of a surrogate pair. A pair without one keeps its first half. */
function foldedOfLong(folded: Uint16Array, code: number): number {
  if (code >= FIRST_TAG) return ZERO_WIDTH;
  return code >= FIRST_IDEOGRAPH ? ANY_LETTER : (folded[code] ?? code);
}

function foldAll(): Uint16Array {
  const folded = Uint16Array.from({ length: FIRST_IDEOGRAPH }, (_, code) => (code < 0x80 ? code : foldedOf(code)));
  for (const [first, value, count] of OTHER_DIGITS) {
    for (let more = 0; more < count; more += 1) folded[first + more] = ZERO + value + more;
  }
  return folded;
}

function foldedOf(code: number): number {
  const character = String.fromCodePoint(code);
  if (LETTER.test(character)) return ANY_LETTER;
  if (NUMERAL.test(character)) return digitOf(character)?.charCodeAt(0) ?? character.charCodeAt(0);
  return UNSEEN.test(character) ? ZERO_WIDTH : character.charCodeAt(0);
}

function digitOf(numeral: string): string | undefined {
  const normal = numeral.normalize('NFKC');
  const digit = SIGNED_DIGIT.exec(normal)?.[1];
  if (digit !== undefined || !DECIMAL.test(normal)) return digit;
  // Unicode encodes the ten digits of a script in a row, and no digit comes directly before the zero
  const code = normal.codePointAt(0) ?? 0;
  let zero = code;
  while (DECIMAL.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((code - zero) % 10);
}
