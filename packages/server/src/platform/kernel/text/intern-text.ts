/** A code has fewer different values than this. Further texts are not interned. */
const MAX_TEXTS = 10_000;

const interned = new Map<string, string>();

/**
 * Returns one object for equal texts. Very many cached rows share a few values, and sharing the objects saves a third
 * of their memory.
 */
export function internText(text: string): string {
  const existing = interned.get(text);
  if (existing !== undefined) return existing;
  if (interned.size < MAX_TEXTS) interned.set(text, text);
  return text;
}
