import { CONSOLE_HEADER } from '@cardwright/contract';
import { CardwrightSession } from '@cardwright/sdk/browser';

/** Every operation of the interface, with the session's cookie in place of an access token. Nothing else here talks to the server. */
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
