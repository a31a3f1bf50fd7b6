export type {
  ChangeEvent,
  PartnerAdvice,
  PartnerAnswer,
  PartnerProvisioningAnswer,
  PartnerProvisioningQuestion,
  PartnerQuestion,
  TokenNotification,
  WebhookPayload,
} from '@cardwright/contract';
export { answerNotification, type NotificationAnswer, newAnswerId, sendAnswer } from './answer-notification.ts';
export { type DecisionPartner, decidePartner, type PartnerHandler, type PartnerReply } from './decide-partner.ts';
export { type Deduplicate, type DeduplicationResult, inMemory, storeOnce } from './deduplicate.ts';
export {
  inPostgres,
  type PostgresClient,
  type PostgresPool,
  seenNotificationsTable,
} from './deduplicate-in-postgres.ts';
export { type BodyLimits, readRawBody, UnreadableBody } from './raw-body.ts';
export {
  type EventsAnswer,
  type ReceivedEvent,
  type ReceivedEvents,
  receiveEvents,
  receiveEventsFromNode,
  storeEventsOnce,
} from './receive-events.ts';
export { receiveEventsFromRequest, receiveFromRequest, responseOf } from './receive-from-request.ts';
export {
  type RawRequest,
  type ReceivedTokenNotification,
  type ReceiveOptions,
  type RefusedTokenNotification,
  receiveFromNode,
  receiveTokenNotification,
} from './receive-token-notification.ts';
export { signTestMessage, type TestMessage } from './sign-test-message.ts';
export { type SignedWebhook, signWebhook } from './sign-webhook.ts';
export { verifyWebhook, type WebhookHeaders, type WebhookToVerify, type WebhookVerdict } from './verify-webhook.ts';
export { generateWebhookKeyPair, generateWebhookSecret, readWebhookKey, type WebhookKey } from './webhook-keys.ts';
