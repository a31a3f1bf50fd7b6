/**
 * Reads Retry-After (RFC 9110 section 10.2.3), which is in seconds or a date, as milliseconds from now. Undefined for
 * anything else.
 */
export function readRetryAfter(header: string | undefined, now: Date): number | undefined {
  if (header === undefined) return undefined;
  const text = header.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  // a date begins with the name of a day; Date.parse also reads many other texts
  const at = /^[A-Z][a-z]{2}/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, at - now.getTime());
}
