/** In production, the prefix makes browsers refuse the cookie from other hosts and send it over TLS only. */
export const COOKIE_NAMES = {
  production: { session: '__Host-cardwright-session', signIn: '__Host-cardwright-sign-in' },
  sandbox: { session: 'cardwright-session', signIn: 'cardwright-sign-in' },
} as const;
export type CookieMode = keyof typeof COOKIE_NAMES;

/**
 * Returns the value of a cookie; undefined if it is missing, or sent more than once, because an attacker may have set
 * one of them.
 */
export function readCookie(header: string | undefined, name: string): string | undefined {
  if (header === undefined) return undefined;
  const pairs = header.split(';').map((pair) => pair.trim());
  const values = pairs.filter((pair) => pair.startsWith(`${name}=`)).map((pair) => pair.slice(name.length + 1));
  return values.length === 1 && values[0] !== '' ? values[0] : undefined;
}

/**
 * Writes the `Set-Cookie` of a cookie that ends with the browser or after some seconds. Without a value, it deletes the
 * cookie.
 */
export function writeCookie(
  mode: CookieMode,
  name: keyof (typeof COOKIE_NAMES)[CookieMode],
  value: string | undefined,
  { sameSite, maxAgeS }: { sameSite: 'Strict' | 'Lax'; maxAgeS?: number },
): string {
  const age = value === undefined ? 0 : maxAgeS;
  return [
    `${COOKIE_NAMES[mode][name]}=${value ?? ''}`,
    'Path=/',
    'HttpOnly',
    `SameSite=${sameSite}`,
    ...(age === undefined ? [] : [`Max-Age=${age}`]),
    ...(mode === 'production' ? ['Secure'] : []),
  ].join('; ');
}
