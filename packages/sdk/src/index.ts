export { answerNotification, type NotificationAnswer, newAnswerId, sendAnswer } from './answer-notification.ts';
export { type BodyLimits, readRawBody, UnreadableBody } from './raw-body.ts';
export {
  type RawRequest,
  type ReceivedTokenNotification,
  type ReceiveOptions,
  receiveFromNode,
  receiveTokenNotification,
} from './receive-token-notification.ts';
export { signTestMessage, type TestMessage } from './sign-test-message.ts';
export {
  type SignedWebhook,
  signWebhook,
  verifyWebhook,
  type WebhookHeaders,
  type WebhookToVerify,
  type WebhookVerdict,
} from './standard-webhooks.ts';
export { generateWebhookKeyPair, generateWebhookSecret, readWebhookKey, type WebhookKey } from './webhook-keys.ts';
