/**
 * Control characters, separators of lines and paragraphs, and what overrides or isolates the direction of a text: they make a
 * text look like another one. Marks of direction (U+200E, U+200F, U+061C) and joiners stay: Arabic, Hebrew and Persian need them.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for
const FORBIDDEN = /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/;
/** Something to see: neither a blank of any kind, nor invisible, nor one of the letters that are drawn as nothing. */
const VISIBLE = /[^\s\p{Z}\p{C}\u115f\u1160\u2800\u3164\uffa0]/u;

/** Whether there are only printable characters of ASCII in it, as in nearly all: to call a regular expression costs more than to look. */
function isPlainAscii(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 0x20 || code > 0x7e) return false;
  }
  return true;
}

/** The first character that no text may hold, as `U+202E`. */
export function forbiddenCharacter(text: string): string | undefined {
  if (isPlainAscii(text)) return undefined;
  const found = FORBIDDEN.exec(text);
  return found === null ? undefined : codePointName(found[0]);
}

/** The first character of a text that shows nothing. */
export function blankCharacter(text: string): string | undefined {
  return text === '' || VISIBLE.test(text) ? undefined : codePointName(text);
}

/** The first character of the text, as `U+202E`. */
export function codePointName(text: string): string {
  const hex = text.codePointAt(0)!.toString(16).toUpperCase();
  return `U+${hex.padStart(4, '0')}`;
}
