import type { FastifyHelmetOptions } from '@fastify/helmet';

/** The policy of pages that people open: they load only from this server, and no page can show them in a frame. */
export const PAGE_PROTECTION = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      'default-src': ["'none'"],
      'script-src': ["'self'"],
      'style-src': ["'self'"],
      'img-src': ["'self'", 'data:'],
      'font-src': ["'self'"],
      'connect-src': ["'self'"],
      'base-uri': ["'none'"],
      'form-action': ["'none'"],
      'frame-ancestors': ["'none'"],
    },
  },
  xFrameOptions: { action: 'deny' },
  // TLS may end at a proxy, and only the proxy knows for how long TLS stays in use
  strictTransportSecurity: false,
} satisfies FastifyHelmetOptions;
