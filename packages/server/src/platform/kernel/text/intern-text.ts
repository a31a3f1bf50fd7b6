/** A code has fewer different values than this. Further texts are not interned. */
const MOST_KEPT = 10_000;

const kept = new Map<string, string>();

/**
 * Returns one object for equal texts. Very many cached rows share a few values, and sharing the objects saves a third
 * of their memory.
 */
export function internText(text: string): string {
  const known = kept.get(text);
  if (known !== undefined) return known;
  if (kept.size < MOST_KEPT) kept.set(text, text);
  return text;
}
