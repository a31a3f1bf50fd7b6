/**
 * Headers of every answer that is not a page: clients trust its Content-Type, proxies do not store it, and a browser
 * that displays it loads nothing and puts it in no frame (docs/interface/requests.md#transport). Pages have more
 * headers (docs.ts).
 */
export const PROTECTION = {
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
} as const;
