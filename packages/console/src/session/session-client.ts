import { CONSOLE_BACKGROUND, CONSOLE_HEADER } from '@cardwright/contract';
import { CardwrightSession } from '@cardwright/sdk/browser';
import { isPresent } from './presence.ts';

/**
 * The client for every operation of the interface, with the session's cookie instead of an access token. All calls of
 * operations go through it.
 */
export function createSessionClient(bankId: string | undefined): CardwrightSession {
  return new CardwrightSession({
    baseUrl: window.location.origin,
    sourceApplication: 'CONSOLE',
    headers: { [CONSOLE_HEADER]: '1' },
    timeoutMs: 30_000,
    maxRetries: 1,
    fetch: send,
    ...(bankId !== undefined && { bankId }),
  });
}

/** Sends a request. Marks it as automatic if there was no recent input, because the page then refreshes itself. */
function send(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  if (isPresent()) return fetch(input, init);
  const headers = new Headers(init?.headers);
  headers.set(CONSOLE_HEADER, CONSOLE_BACKGROUND);
  return fetch(input, { ...init, headers });
}
