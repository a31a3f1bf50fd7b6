import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { PAGE_PROTECTION } from './page-protection.ts';

/** Stands in the built page where the nonce of its style sheets goes. */
const NONCE_PLACE = '__NONCE__';

/**
 * Stricter than for other pages: text cannot be made markup or script (Trusted Types), and the style sheets that the component
 * library writes need the nonce of this one answer.
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
  // a page of another origin learns nothing of where somebody was
  referrerPolicy: { policy: 'same-origin' },
};

/** Gives the answers of a scope the policy of pages in place of the one that all other answers have. */
export async function protectPages(scope: FastifyInstance): Promise<void> {
  // before helmet writes its own: the framework's header would win over that one
  scope.addHook('onRequest', (_request, reply, done) => {
    reply.removeHeader('content-security-policy');
    done();
  });
  await scope.register(helmet, BUILT_PAGE_PROTECTION);
}

/** Answers with the one page that a build wrote for all of its addresses, or says how it is built. */
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
