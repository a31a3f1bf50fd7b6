import { type ClientOptions, settingsOf } from './client/client-options.ts';
import { ResourceClient } from './client/resource-client.ts';

export { ExactNumber } from '@cardwright/contract';
export type { CallOptions } from './client/call-method.ts';
export { CardwrightError, type ErrorFinding, type LocalErrorCode } from './client/cardwright-error.ts';
export type { ClientOptions } from './client/client-options.ts';
export { Pages } from './client/pages.ts';
export type { AnswerFacts, Pending, Whole } from './client/pending.ts';

/**
 * The same client in a browser: it holds no secret, and its calls carry the cookies of the page's session. What stands
 * between it and the gateway puts the access token in their place.
 */
export class CardwrightSession extends ResourceClient {
  constructor(options: ClientOptions) {
    super(settingsOf(options), { credentials: 'include', identify: async () => ({ headers: {} }) });
  }
}
