export { type ErrorCode, type ErrorName, ExactNumber, type TokenNotification } from '@cardwright/contract';
export { answerNotification, type NotificationAnswer, newAnswerId, sendAnswer } from './answer-notification.ts';
export type { CallOptions } from './client/call-method.ts';
export { Cardwright, type CardwrightOptions, type Credentials } from './client/cardwright.ts';
export { CardwrightError, type ErrorFinding, type LocalErrorCode } from './client/cardwright-error.ts';
export type { ClientOptions } from './client/client-options.ts';
export { Pages } from './client/pages.ts';
export type { AnswerFacts, Pending, Whole } from './client/pending.ts';
export type { PrivateKey } from './client/private-key.ts';
export { type BodyLimits, readRawBody, UnreadableBody } from './raw-body.ts';
export {
  type RawRequest,
  type ReceivedTokenNotification,
  type ReceiveOptions,
  receiveFromNode,
  receiveTokenNotification,
} from './receive-token-notification.ts';
export { signTestMessage, type TestMessage } from './sign-test-message.ts';
export { type SignedWebhook, signWebhook } from './sign-webhook.ts';
export { verifyWebhook, type WebhookHeaders, type WebhookToVerify, type WebhookVerdict } from './verify-webhook.ts';
export { generateWebhookKeyPair, generateWebhookSecret, readWebhookKey, type WebhookKey } from './webhook-keys.ts';
