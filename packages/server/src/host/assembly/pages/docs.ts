import {
  CONFIGURATION_SCHEMA_PATH,
  configurationFileSchema,
  type DescribedDocument,
  OPENAPI_DOCUMENTS,
  POSTMAN_PATH,
  writeOpenApi,
  writePostman,
} from '@cardwright/contract';
import type { FastifyInstance } from 'fastify';
import { memoize } from '../../../platform/kernel/concurrency/memoize.ts';
import { type DocsPagesOptions, registerDocsPages } from './docs-pages.ts';
import { readExampleFiles } from './read-examples.ts';

/** Registers the documents (OpenAPI 3.1) and a Postman collection, generated from the contract, and /docs for people. */
export async function registerDocs(app: FastifyInstance, options: DocsPagesOptions): Promise<void> {
  for (const document of Object.keys(OPENAPI_DOCUMENTS) as DescribedDocument[]) {
    // generated on the first request, so that no start waits for it
    const specification = memoize(async () =>
      JSON.stringify(writeOpenApi(options.operatorPrefix, { document, examples: readExampleFiles() })),
    );
    app.get(OPENAPI_DOCUMENTS[document].servedAt, async (_request, reply) =>
      reply.type('application/json; charset=utf-8').send(await specification()),
    );
  }
  const collection = memoize(async () => JSON.stringify(writePostman(options.operatorPrefix, readExampleFiles())));
  app.get(POSTMAN_PATH, async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(await collection()),
  );
  const schema = memoize(async () => JSON.stringify(configurationFileSchema()));
  app.get(CONFIGURATION_SCHEMA_PATH, async (_request, reply) =>
    reply.type('application/schema+json; charset=utf-8').send(await schema()),
  );
  await registerDocsPages(app, options);
}
