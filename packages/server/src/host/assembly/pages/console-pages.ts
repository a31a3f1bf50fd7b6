import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { PACKAGE_FOLDER } from '../../../platform/kernel/package-folder.ts';
import { sendBuiltFiles } from './built-files.ts';
import { protectPages, sendBuiltPage } from './built-page.ts';

/** The folder into which scripts/build-console.mjs writes. Each request reads it, so a running server serves a new build. */
const BUILT_CONSOLE = fileURLToPath(new URL('../console/dist/', PACKAGE_FOLDER));
const CONSOLE_PATH = '/console/';

/** Registers the console: one page for all of its addresses, and its assets. The sign-in paths have precedence. */
export async function registerConsole(app: FastifyInstance, folder = BUILT_CONSOLE): Promise<void> {
  await app.register(async (scope) => {
    await protectPages(scope);
    await sendBuiltFiles(scope, folder, true);
    scope.get(CONSOLE_PATH.slice(0, -1), async (_request, reply) => reply.redirect(CONSOLE_PATH));
    scope.get<{ Params: { '*': string } }>(`${CONSOLE_PATH}assets/*`, async (request, reply) =>
      reply.sendFile(`assets/${request.params['*']}`),
    );
    scope.get(`${CONSOLE_PATH}*`, async (_request, reply) =>
      sendBuiltPage(reply, join(folder, 'index.html'), 'The console is'),
    );
  });
}
