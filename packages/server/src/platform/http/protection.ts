/**
 * Headers of every answer that is not a page: it is what its Content-Type says, nobody on the way keeps it, and a browser
 * that shows it loads nothing and puts it in no frame (docs/interface/requests.md#transport). Pages have more (docs.ts).
 */
export const PROTECTION = {
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
} as const;
