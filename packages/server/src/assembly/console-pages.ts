import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { sendBuiltFiles } from './built-files.ts';
import { PAGE_PROTECTION } from './page-protection.ts';

/** Where scripts/build-console.mjs writes it. It is looked for at each request: a server that runs finds a new one. */
const BUILT_CONSOLE = fileURLToPath(new URL('../../../console/dist/', import.meta.url));
const CONSOLE_PATH = '/console/';
/** Stands in the built page where the nonce of its style sheets goes. */
const NONCE_PLACE = '__NONCE__';

const NOT_BUILT = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Cardwright</title>
<h1>The console is not built here</h1>
<p>Run <code>npm run build</code> in the folder of this server, then load this page again. The server may keep running.</p>
</html>
`;

/**
 * Stricter than for other pages: text cannot be made markup or script (Trusted Types), and the style sheets that its component
 * library writes need the nonce of this one answer.
 */
const { directives } = PAGE_PROTECTION.contentSecurityPolicy;
const CONSOLE_PROTECTION: FastifyHelmetOptions = {
  ...PAGE_PROTECTION,
  enableCSPNonces: true,
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      ...directives,
      'require-trusted-types-for': ["'script'"],
      'trusted-types': ['default'],
    },
  },
  // a page of another origin learns nothing of where somebody was
  referrerPolicy: { policy: 'same-origin' },
};

/** The console: one page for all of its addresses, and what it loads. The paths of people beside it win. */
export async function registerConsole(app: FastifyInstance, folder = BUILT_CONSOLE): Promise<void> {
  await app.register(async (scope) => {
    await scope.register(helmet, CONSOLE_PROTECTION);
    await sendBuiltFiles(scope, folder, true);
    scope.get(CONSOLE_PATH.slice(0, -1), async (_request, reply) => reply.redirect(CONSOLE_PATH));
    scope.get<{ Params: { '*': string } }>(`${CONSOLE_PATH}assets/*`, async (request, reply) =>
      reply.sendFile(`assets/${request.params['*']}`),
    );
    scope.get(`${CONSOLE_PATH}*`, async (_request, reply) => sendPage(reply, join(folder, 'index.html')));
  });
}

async function sendPage(reply: FastifyReply, file: string): Promise<FastifyReply> {
  reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache');
  if (!existsSync(file)) return reply.code(503).send(NOT_BUILT);
  const page = await readFile(file, 'utf8');
  return reply.send(page.replaceAll(NONCE_PLACE, reply.cspNonce.style));
}
