export { type ErrorCode, type ErrorName, ExactNumber } from '@cardwright/contract';
export type { CallOptions } from './client/call-method.ts';
export { Cardwright, type CardwrightOptions, type Credentials } from './client/cardwright.ts';
export { CardwrightError, type ErrorFinding, type LocalErrorCode } from './client/cardwright-error.ts';
export type { ClientOptions } from './client/client-options.ts';
export { Pages } from './client/pages.ts';
export type { AnswerFacts, Pending, Whole } from './client/pending.ts';
export type { PrivateKey } from './client/private-key.ts';
export * from './webhooks.ts';
