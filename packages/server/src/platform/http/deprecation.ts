import type { Deprecation } from '@cardwright/contract';
import type { onRequestHookHandler } from 'fastify';

/**
 * Returns a hook that announces the end of an operation with each of its answers, failures included: `Deprecation` (RFC 9745,
 * a date in seconds), `Sunset` (RFC 8594) if it has a day, and a `Link` to the page that names the replacement.
 *
 * @example app.get('/V2/old', { onRequest: announceDeprecation(contract.deprecation) }, handler)
 */
export function announceDeprecation({ since, sunset, replacement }: Deprecation): onRequestHookHandler {
  const page = `/docs/guide/${replacement.replace(/^docs\//, '').replace('.md', '')}`;
  const headers = {
    deprecation: `@${startOfDay(since).getTime() / 1000}`,
    ...(sunset !== undefined && { sunset: startOfDay(sunset).toUTCString() }),
    link: `<${page}>; rel="deprecation"; type="text/html"`,
  };
  return (_request, reply, done) => {
    reply.headers(headers);
    done();
  };
}

function startOfDay(date: string): Date {
  return new Date(`${date}T00:00:00Z`);
}
