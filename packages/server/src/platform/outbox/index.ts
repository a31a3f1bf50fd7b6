export { createHostResolver } from './delivery/address/host-resolver.ts';
export { createDeliver } from './delivery/deliver.ts';
export { createGuardedPost, type GuardedPost } from './delivery/http/guarded-post.ts';
export type { HttpResponse, NoHttpResponse } from './delivery/http/http-answer.ts';
export { createProbe } from './delivery/http/probe.ts';
export { readTrustedCertificates } from './delivery/http/trusted-certificates.ts';
export { createRelay, type OutboxMetrics, type Relay } from './delivery/relay.ts';
export type { ReadHolderScopes } from './delivery/scope-check.ts';
export { BANK_OF_ACQUIRERS, ownerOf } from './endpoints/endpoint.ts';
export { hostOf, urlProblem } from './endpoints/endpoint-fields.ts';
export {
  type AnyEndpoint,
  findAllEndpoints,
  type LastFailure,
  readBacklog,
  readFailingEndpoints,
  readLastFailures,
} from './endpoints/endpoint-overview-store.ts';
export type { EndpointOwner, EndpointRow } from './endpoints/endpoint-store.ts';
export { holderOf } from './endpoints/event-scopes.ts';
export {
  countPendingAdvices,
  partnerKeyProblem,
  readOwnEndpoints,
  removePartnerEndpoint,
  upsertPartnerEndpoint,
} from './endpoints/partner-endpoint.ts';
export { createPartnerSigningKeys, type PartnerSigningKeys } from './endpoints/partner-signing-keys.ts';
export { isSubscribed, readSubscribedEvents } from './endpoints/subscribed-events-store.ts';
export { readFeedLag } from './feed/feed-event-store.ts';
export { createFeedRunner, type FeedMetrics } from './feed/feed-runner.ts';
export { FEED_EVENTS, type FeedSettings, findFeedProblems, USUAL_INTERVAL_SECONDS } from './feed/feed-settings.ts';
export { type FeedRow, readFeeds, setFeed } from './feed/feed-store.ts';
export {
  type BatchMessage,
  createEnqueue,
  createEnqueueAll,
  type Enqueue,
  type EnqueueAll,
} from './messages/enqueue.ts';
export { endExpiring } from './messages/expiry-store.ts';
export { listenForMessages } from './messages/listen.ts';
export { deleteOldMessages, deleteRemains, dropExpiredMessages, expireOverdue } from './messages/message-retention.ts';
export { type PendingOfEndpoint, readPendingOfBanks } from './messages/message-retention-store.ts';
export { createChangePublisher } from './messages/publish-changes.ts';
export {
  answerContext,
  endpointKeyContext,
  messagePayloadContext,
  oauthSecretContext,
} from './outbox-seal-contexts.ts';
export { webhookOperations } from './webhook-operations.ts';
