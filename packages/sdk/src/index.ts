export { type ErrorCode, type ErrorName, ExactNumber } from '@cardwright/contract';
export type { DenyListCalls, MerchantApplicationCalls, MerchantCalls } from './client/acquirer-resources.ts';
export type { CallOptions, NamedCall } from './client/call.ts';
export type { Logger, LogLevel } from './client/call-log.ts';
export { Cardwright, type CardwrightOptions, type Credentials } from './client/cardwright.ts';
export { CardwrightError, type ErrorFinding, type LocalErrorCode } from './client/cardwright-error.ts';
export type { ClientOptions } from './client/client-options.ts';
export type { RequestOptions } from './client/free-request.ts';
export type {
  AccountCalls,
  CardCalls,
  CardSettingCalls,
  ClientCalls,
  InsuranceCalls,
  LimitCalls,
  RestrictionCalls,
} from './client/issuing-resources.ts';
export type { AnswerOf, EntryOf, MethodName, ParametersOf } from './client/named-method.ts';
export type { AuthorizationCalls, TokenCalls, TokenNotificationCalls } from './client/network-resources.ts';
export { Pages } from './client/pages.ts';
export type { AnswerFacts, Pending, Whole } from './client/pending.ts';
export type { PrivateKey } from './client/private-key.ts';
export type { ContractWarningCalls, WebhookEndpointCalls } from './client/webhook-resources.ts';
export * from './webhooks.ts';
