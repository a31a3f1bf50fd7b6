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
 * The client for a browser. It holds no secret: its calls send the cookies of the page's session, and a header that
 * HTML forms cannot set. Either the gateway itself manages the session (docs/interface/people.md), or a server between
 * the page and the gateway replaces the cookies with an access token.
 */
export class CardwrightSession extends ResourceClient {
  constructor(options: ClientOptions) {
    super(settingsOf(options), {
      credentials: 'include',
      identify: async () => ({ headers: { [CONSOLE_HEADER]: '1' } }),
    });
  }
}
