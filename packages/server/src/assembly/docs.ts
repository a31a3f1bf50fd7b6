import { writeOpenApi } from '@cardwright/contract';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';

/** /openapi.json (3.1), generated from the contract, and /docs, which shows it. */
export async function registerDocs(app: FastifyInstance, operatorPrefix: string): Promise<void> {
  const document = writeOpenApi(operatorPrefix);
  app.get('/openapi.json', async () => document);
  await app.register(swagger, { mode: 'static', specification: { document: document as never } });
  await app.register(swaggerUi, { routePrefix: '/docs', logLevel: 'warn' });
}
