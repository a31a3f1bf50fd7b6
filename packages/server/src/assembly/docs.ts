import { writeOpenApi } from '@cardwright/contract';
import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';

/** For the one page that people open: it loads from this server alone, and nothing may show it in a frame. */
const PAGE_PROTECTION: FastifyHelmetOptions = {
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
};

/** /openapi.json (3.1), generated from the contract, and /docs, which shows it. */
export async function registerDocs(app: FastifyInstance, operatorPrefix: string): Promise<void> {
  const document = writeOpenApi(operatorPrefix);
  app.get('/openapi.json', async () => document);
  await app.register(swagger, { mode: 'static', specification: { document: document as never } });
  await app.register(async (scope) => {
    await scope.register(helmet, PAGE_PROTECTION);
    await scope.register(swaggerUi, { routePrefix: '/docs', logLevel: 'warn' });
  });
}
