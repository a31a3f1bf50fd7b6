/**
 * Control characters, line and paragraph separators, and characters that override or isolate the text direction: they
 * can make a text look like another one. Direction marks (U+200E, U+200F, U+061C) and joiners are allowed, as Arabic,
 * Hebrew and Persian need them.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for
const FORBIDDEN = /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/;
/** A visible character: not white space, not invisible, and not a letter without a glyph. */
const VISIBLE = /[^\s\p{Z}\p{C}\u115f\u1160\u2800\u3164\uffa0]/u;

/**
 * Returns whether the text is printable ASCII, as nearly all texts are. This loop is cheaper than a regular expression.
 */
function isPlainAscii(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 0x20 || code > 0x7e) return false;
  }
  return true;
}

/** Returns the first forbidden character, as `U+202E`. */
export function forbiddenCharacter(text: string): string | undefined {
  if (isPlainAscii(text)) return undefined;
  const match = FORBIDDEN.exec(text);
  return match === null ? undefined : codePointName(match[0]);
}

/** Returns the first character of a text without any visible character. */
export function blankCharacter(text: string): string | undefined {
  return text === '' || VISIBLE.test(text) ? undefined : codePointName(text);
}

/** Returns the first character of the text, as `U+202E`. */
export function codePointName(text: string): string {
  const hex = text.codePointAt(0)!.toString(16).toUpperCase();
  return `U+${hex.padStart(4, '0')}`;
}
