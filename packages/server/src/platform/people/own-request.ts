import type { IncomingHttpHeaders } from 'node:http';
import { CONSOLE_BACKGROUND, CONSOLE_HEADER } from '@cardwright/contract';

/** The origins of this server's own pages. */
export interface OwnOrigin {
  readonly publicUrl: () => string;
  /** A sandbox also accepts the address that the browser uses, which can be `localhost` or `127.0.0.1`. */
  readonly acceptsHost: boolean;
}

const READING = ['GET', 'HEAD'];

/**
 * Returns why a request with a session's cookie does not come from a page of this server; undefined if it does. The cookie is
 * SameSite=Strict, so no other site can send it. This check also refuses other hosts of the same site.
 */
export function notOwnRequest(method: string, headers: IncomingHttpHeaders, own: OwnOrigin): string | undefined {
  if (isFromOtherOrigin(headers, own)) return 'it comes from a page of another origin';
  if (READING.includes(method)) return undefined;
  if (headers.origin === undefined) return 'it changes something, and has no Origin';
  return consoleHeader(headers) === undefined ? `it changes something, and has no ${CONSOLE_HEADER}` : undefined;
}

/** Whether a browser says that a page of another origin sends the request. */
export function isFromOtherOrigin(headers: IncomingHttpHeaders, own: OwnOrigin): boolean {
  const { origin, host, 'sec-fetch-site': site } = headers;
  return site === 'cross-site' || site === 'same-site' || (origin !== undefined && !isOwn(origin, host, own));
}

/** Whether a page sends the request without an action of the person, so that it does not prove presence. */
export function isInBackground(headers: IncomingHttpHeaders): boolean {
  return consoleHeader(headers) === CONSOLE_BACKGROUND;
}

function consoleHeader(headers: IncomingHttpHeaders) {
  return headers[CONSOLE_HEADER.toLowerCase()];
}

function isOwn(origin: string, host: string | undefined, { publicUrl, acceptsHost }: OwnOrigin): boolean {
  if (!URL.canParse(origin)) return false;
  if (origin === new URL(publicUrl()).origin) return true;
  return acceptsHost && host !== undefined && new URL(origin).host === host;
}
