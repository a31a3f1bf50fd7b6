import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { FastifyHelmetOptions } from '@fastify/helmet';
import type { FastifyReply } from 'fastify';
import { PAGE_PROTECTION } from './page-protection.ts';

/** Stands in the built page where the nonce of its style sheets goes. */
const NONCE_PLACE = '__NONCE__';

/**
 * Stricter than for other pages: text cannot be made markup or script (Trusted Types), and the style sheets that the component
 * library writes need the nonce of this one answer.
 */
export const BUILT_PAGE_PROTECTION: FastifyHelmetOptions = {
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
