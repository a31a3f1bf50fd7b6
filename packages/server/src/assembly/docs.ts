import { type DescribedVersion, OPENAPI_DOCUMENTS, writeOpenApi } from '@cardwright/contract';
import helmet from '@fastify/helmet';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { once } from '../kernel/once.ts';
import { registerGuide } from './guide.ts';
import { PAGE_PROTECTION } from './page-protection.ts';
import { readExampleFiles } from './read-examples.ts';
import { type PublishedCaller, tryItScript } from './try-it.ts';

interface DocsOptions {
  readonly operatorPrefix: string;
  /** Callers whose credentials are published, where /docs is served beside the interface: requests can be tried at once. */
  readonly callers?: readonly PublishedCaller[] | undefined;
  /** The folder of the built site, where it is another one. */
  readonly site?: string;
}

/** The documents (OpenAPI 3.1) of both versions, generated from the contract, /docs, which shows them, and the guide. */
export async function registerDocs(
  app: FastifyInstance,
  { operatorPrefix, callers, site }: DocsOptions,
): Promise<void> {
  const versions = Object.keys(OPENAPI_DOCUMENTS) as DescribedVersion[];
  const documents = versions.map((version) => {
    const { servedAt, title } = OPENAPI_DOCUMENTS[version];
    const written = once(async () =>
      JSON.stringify(writeOpenApi(operatorPrefix, { version, examples: readExampleFiles() })),
    );
    app.get(servedAt, async (_request, reply) => reply.type('application/json; charset=utf-8').send(await written()));
    return { url: servedAt, name: title };
  });
  // written when somebody asks: no start of a server waits for it
  const current = { toJSON: () => writeOpenApi(operatorPrefix, { examples: readExampleFiles() }) };
  await app.register(swagger, { mode: 'static', specification: { document: current as never } });
  await app.register(async (scope) => {
    await scope.register(helmet, PAGE_PROTECTION);
    await scope.register(async (guide) => registerGuide(guide, site));
    await scope.register(swaggerUi, {
      routePrefix: '/docs',
      logLevel: 'warn',
      uiConfig: {
        urls: documents.map(({ url, name }) => ({ url, name })),
        docExpansion: 'none',
        tryItOutEnabled: true,
      },
      theme: {
        title: 'Cardwright',
        ...(callers !== undefined && { js: [{ filename: 'try-it.js', content: tryItScript(callers) }] }),
      },
    });
  });
}
