import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

const STYLE = `:root{color-scheme:light dark;font:1rem/1.6 system-ui,sans-serif}
body{max-width:36rem;margin:12vh auto;padding:0 1.25rem}
li{margin:.6rem 0}`;
const HASH = createHash('sha256').update(STYLE).digest('base64');

/** Whether a browser sent the request. Programs accept JSON or any type. */
export function acceptsHtml({ headers: { accept = '' } }: FastifyRequest): boolean {
  return /\btext\/html\b/.test(accept);
}

/** Sends a page with links to the pages that this server has for people. */
export function sendStartPage(reply: FastifyReply, has: { docs: boolean; console: boolean }): FastifyReply {
  const links = [
    ...(has.console ? ['<a href="/console/">Console</a>: work with cards, decisions and merchants'] : []),
    ...(has.docs
      ? [
          '<a href="/docs">Documentation</a>: every operation, with examples that you can send',
          '<a href="/openapi.json">OpenAPI document</a>: the description of the interface for tools',
        ]
      : []),
  ];
  return reply
    .type('text/html; charset=utf-8')
    .header('vary', 'accept')
    .header('content-security-policy', `default-src 'none'; style-src 'sha256-${HASH}'; frame-ancestors 'none'`)
    .send(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Cardwright</title>
<style>${STYLE}</style>
</head>
<body>
<h1>Cardwright</h1>
<p>This server issues and controls cards, decides on payments, and boards merchants.</p>
<ul>${links.map((link) => `\n<li>${link}</li>`).join('')}
</ul>
</body>
</html>
`);
}
