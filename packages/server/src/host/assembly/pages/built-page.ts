import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { PAGE_PROTECTION } from './page-protection.ts';

/** The placeholder in the built page for the nonce of its style sheets. */
const NONCE_PLACE = '__NONCE__';

/**
 * The policy is stricter than that of other pages: text cannot become markup or script (Trusted Types), and the style
 * sheets of the component library need the nonce of the answer.
 */
const BUILT_PAGE_PROTECTION: FastifyHelmetOptions = {
  ...PAGE_PROTECTION,
  enableCSPNonces: true,
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      ...PAGE_PROTECTION.contentSecurityPolicy.directives,
      'require-trusted-types-for': ["'script'"],
      'trusted-types': ['default'],
    },
  },
  // pages of other origins do not learn the visited address
  referrerPolicy: { policy: 'same-origin' },
};

/** Replaces the policy that all other answers have with the policy of pages, for the answers of a scope. */
export async function protectPages(scope: FastifyInstance): Promise<void> {
  // runs before helmet, because the framework's header would override the header of helmet
  scope.addHook('onRequest', (_request, reply, done) => {
    reply.removeHeader('content-security-policy');
    done();
  });
  await scope.register(helmet, BUILT_PAGE_PROTECTION);
}

/** Sends the one built page that serves all of its addresses, or a page that explains how to build it. */
export async function sendBuiltPage(reply: FastifyReply, file: string, what: string): Promise<FastifyReply> {
  reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache');
  if (!existsSync(file)) return reply.code(503).send(notBuilt(what));
  const page = await readFile(file, 'utf8');
  return reply.send(page.replaceAll(NONCE_PLACE, reply.cspNonce.style));
}

const notBuilt = (what: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Cardwright</title>
<h1>${what} not built here</h1>
<p>Run <code>npm run build</code> in the folder of this server, then load this page again. The server may keep running.</p>
</html>
`;
