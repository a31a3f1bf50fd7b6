import { CONSOLE_HEADER } from '@cardwright/contract';
import { type ClientOptions, settingsOf } from './client/client-options.ts';
import { ResourceClient } from './client/resource-client.ts';

export { ExactNumber } from '@cardwright/contract';
export type { CallOptions } from './client/call.ts';
export type { Logger, LogLevel } from './client/call-log.ts';
export { CardwrightError, type ErrorFinding, type LocalErrorCode } from './client/cardwright-error.ts';
export type { ClientOptions } from './client/client-options.ts';
export type { AnswerOf, EntryOf, MethodName, ParametersOf } from './client/named-method.ts';
export { Pages } from './client/pages.ts';
export type { AnswerFacts, Pending, Whole } from './client/pending.ts';

/**
 * The client for a browser. It holds no secret: its calls carry the cookies of the page's session, and a header that
 * forms cannot send. The session is one of the gateway's own (docs/interface/people.md), or a server between page and
 * gateway replaces the cookies by an access token.
 */
export class CardwrightSession extends ResourceClient {
  constructor(options: ClientOptions) {
    super(settingsOf(options), {
      credentials: 'include',
      identify: async () => ({ headers: { [CONSOLE_HEADER]: '1' } }),
    });
  }
}
