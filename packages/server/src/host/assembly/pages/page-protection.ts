import type { FastifyHelmetOptions } from '@fastify/helmet';

/** For the pages that people open: they load from this server alone, and nothing may show them in a frame. */
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
  // TLS ends in front of this server, and only what ends it knows for how long it stays
  strictTransportSecurity: false,
} satisfies FastifyHelmetOptions;
