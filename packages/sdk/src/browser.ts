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
 * The same client in a browser: it holds no secret, and its calls carry the cookies of the page's session, with the header
 * that no form can send: the gateway's own sessions are such (docs/interface/people.md), or what stands between page and
 * gateway puts an access token in their place.
 */
export class CardwrightSession extends ResourceClient {
  constructor(options: ClientOptions) {
    super(settingsOf(options), {
      credentials: 'include',
      identify: async () => ({ headers: { [CONSOLE_HEADER]: '1' } }),
    });
  }
}
