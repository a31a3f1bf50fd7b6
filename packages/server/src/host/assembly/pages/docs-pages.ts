import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { OPENAPI_DOCUMENTS, TOKEN_PATH } from '@cardwright/contract';
import type { FastifyInstance } from 'fastify';
import { PACKAGE_FOLDER } from '../../../platform/kernel/package-folder.ts';
import { sendBuiltFiles } from './built-files.ts';
import { protectPages, sendBuiltPage } from './built-page.ts';

/** A caller whose credentials are published: the sandbox's. */
export interface PublishedCaller {
  readonly client_id: string;
  readonly secret: string;
  readonly scopes: readonly string[];
}

export interface DocsPagesOptions {
  readonly operatorPrefix: string;
  /** Callers whose credentials are published, where /docs is served beside the interface: requests can be tried at once. */
  readonly callers?: readonly PublishedCaller[] | undefined;
  /** The folder of the built pages, where it is another one. */
  readonly folder?: string;
}

/** Where scripts/build-console.mjs writes them. They are looked for at each request: a server that runs finds new ones. */
const BUILT_PAGES = fileURLToPath(new URL('../console/docs/dist/', PACKAGE_FOLDER));

/** Addresses of one page, which shows what the address says. */
const PAGES = ['/docs', '/docs/', '/docs/operations/:id', '/docs/guide', '/docs/guide/'];

/** /docs: every operation with its examples, and the documents. */
export async function registerDocsPages(
  app: FastifyInstance,
  { operatorPrefix, callers = [], folder = BUILT_PAGES }: DocsPagesOptions,
): Promise<void> {
  const settings = {
    operatorPrefix,
    tokenPath: TOKEN_PATH,
    callers: callers.map(({ client_id: clientId, secret, scopes }) => ({
      clientId,
      credentials: Buffer.from(`${clientId}:${secret}`).toString('base64'),
      scopes,
    })),
  };
  const page = join(folder, 'index.html');
  await app.register(async (scope) => {
    await protectPages(scope);
    await sendBuiltFiles(scope, folder, true);
    scope.get<{ Params: { '*': string } }>('/docs/assets/*', async (request, reply) =>
      reply.sendFile(`assets/${request.params['*']}`),
    );
    scope.get('/docs/settings.json', async () => settings);
    scope.get('/docs/json', async (_request, reply) => reply.redirect(OPENAPI_DOCUMENTS['/V2'].servedAt));
    for (const path of PAGES) {
      scope.get(path, async (_request, reply) => sendBuiltPage(reply, page, 'The pages of the documents are'));
    }
    scope.get<{ Params: { '*': string } }>('/docs/guide/*', async (request, reply) => {
      // as they were called while they were files of a site
      const [, name] = /^([\w/-]+)\.html$/.exec(request.params['*']) ?? [];
      if (name !== undefined) return reply.redirect(`/docs/guide/${name === 'index' ? '' : name}`);
      return sendBuiltPage(reply, page, 'The pages of the documents are');
    });
  });
}
