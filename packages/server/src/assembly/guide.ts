import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { sendBuiltFiles } from './built-files.ts';

/** Where `npm run docs:build` writes the site. It is looked for at each request: a server that runs finds a new one. */
const BUILT_SITE = fileURLToPath(new URL('../../../../docs/.vitepress/dist/', import.meta.url));
const GUIDE_PATH = '/docs/guide/';

const NOT_BUILT = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Cardwright</title>
<h1>The documents are not built here</h1>
<p>Run <code>npm run docs:build</code> in the folder of this server, then load this page again. The server may keep running.</p>
<p>The same documents are Markdown files in the folder <code>docs</code>. <a href="/docs">The interface</a> is served in any case.</p>
</html>
`;

/** The site of the documents, beside /docs. The scope that it is registered in protects its pages. */
export async function registerGuide(scope: FastifyInstance, folder = BUILT_SITE): Promise<void> {
  await sendBuiltFiles(scope, folder);
  scope.get(GUIDE_PATH.slice(0, -1), async (_request, reply) => reply.redirect(GUIDE_PATH));
  scope.get<{ Params: { '*': string } }>(`${GUIDE_PATH}*`, async (request, reply) => {
    const file = request.params['*'] || 'index.html';
    if (existsSync(join(folder, 'index.html'))) return reply.sendFile(file);
    return reply
      .code(file === 'index.html' ? 503 : 404)
      .type('text/html; charset=utf-8')
      .send(NOT_BUILT);
  });
}
