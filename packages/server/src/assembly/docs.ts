import { type DescribedVersion, OPENAPI_DOCUMENTS, writeOpenApi } from '@cardwright/contract';
import type { FastifyInstance } from 'fastify';
import { once } from '../kernel/once.ts';
import { type DocsPagesOptions, registerDocsPages } from './docs-pages.ts';
import { readExampleFiles } from './read-examples.ts';

/** The documents (OpenAPI 3.1) of both versions, generated from the contract, and /docs, the same for people. */
export async function registerDocs(app: FastifyInstance, options: DocsPagesOptions): Promise<void> {
  for (const version of Object.keys(OPENAPI_DOCUMENTS) as DescribedVersion[]) {
    // written when somebody asks: no start of a server waits for it
    const written = once(async () =>
      JSON.stringify(writeOpenApi(options.operatorPrefix, { version, examples: readExampleFiles() })),
    );
    app.get(OPENAPI_DOCUMENTS[version].servedAt, async (_request, reply) =>
      reply.type('application/json; charset=utf-8').send(await written()),
    );
  }
  await registerDocsPages(app, options);
}
