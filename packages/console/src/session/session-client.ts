import { CONSOLE_HEADER } from '@cardwright/contract';
import { CardwrightSession } from '@cardwright/sdk/browser';

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
    ...(bankId !== undefined && { bankId }),
  });
}
