import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { OPENAPI_DOCUMENTS, TOKEN_PATH } from '@cardwright/contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { PACKAGE_FOLDER } from '../../../platform/kernel/package-folder.ts';
import { sendBuiltFiles } from './built-files.ts';
import { protectPages, sendBuiltPage } from './built-page.ts';

/** A caller whose credentials are published, as the sandbox's are. */
export interface PublishedCaller {
  readonly client_id: string;
  readonly secret: string;
  readonly scopes: readonly string[];
}

export interface DocsPagesOptions {
  readonly operatorPrefix: string;
  /**
   * Callers with published credentials, for /docs on the port of the interface, so that readers can try requests
   * immediately.
   */
  readonly callers?: readonly PublishedCaller[] | undefined;
  /** The folder of the built pages, if it is not the default. */
  readonly folder?: string;
}

/** The folder into which scripts/build-console.mjs writes. Each request reads it, so a running server serves a new build. */
const BUILT_PAGES = fileURLToPath(new URL('../console/docs/dist/', PACKAGE_FOLDER));

/** The addresses of the page, which displays the content of each address. */
const PAGES = ['/docs', '/docs/', '/docs/guide', '/docs/guide/'];

/** Registers /docs, which displays the documents and every operation with its examples. */
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
    for (const name of ['llms.txt', 'llms-full.txt']) {
      scope.get(`/${name}`, async (_request, reply) => sendText(reply, folder, name));
    }
    // the first page is a list of the others
    scope.get('/docs.md', async (_request, reply) => sendText(reply, folder, 'llms.txt'));
    scope.get('/docs/settings.json', async () => settings);
    scope.get('/docs/json', async (_request, reply) => reply.redirect(OPENAPI_DOCUMENTS['/V2'].servedAt));
    for (const path of PAGES) {
      scope.get(path, async (_request, reply) => sendBuiltPage(reply, page, 'The pages of the documents are'));
    }
    scope.get<{ Params: { id: string } }>('/docs/operations/:id', async (request, reply) => {
      const [, id] = /^([\w.-]+)\.md$/.exec(request.params.id) ?? [];
      if (id !== undefined) return sendText(reply, folder, `markdown/operations/${id}.md`);
      return sendBuiltPage(reply, page, 'The pages of the documents are');
    });
    scope.get<{ Params: { '*': string } }>('/docs/guide/*', async (request, reply) => {
      // redirects the addresses of the former site, which had .html files
      const [, name, kind] = /^([\w/-]+)\.(html|md)$/.exec(request.params['*']) ?? [];
      if (kind === 'md') return sendText(reply, folder, `markdown/${name}.md`);
      if (name !== undefined) return reply.redirect(`/docs/guide/${name === 'index' ? '' : name}`);
      return sendBuiltPage(reply, page, 'The pages of the documents are');
    });
  });
}

/** Sends a document as Markdown for programs, such as agents. An unknown name is 404. */
function sendText(reply: FastifyReply, folder: string, file: string): FastifyReply {
  if (!existsSync(join(folder, file))) {
    reply.callNotFound();
    return reply;
  }
  return reply.type('text/markdown; charset=utf-8').sendFile(file);
}
