export { changeEndpointOperation } from './change-endpoint.ts';
export { createDeliver, type Deliverer } from './deliver.ts';
export type {
  Deliver,
  Delivery,
  DeliveryOutcome,
  DeliveryResult,
  OauthClient,
  SigningKey,
} from './delivery.ts';
export { NO_BANK } from './endpoint.ts';
export { hostOf, type Reach, urlProblem } from './endpoint-fields.ts';
export { type AnyEndpoint, type Backlog, findAllEndpoints, readBacklog } from './endpoint-overview-store.ts';
export type { EndpointOwner } from './endpoint-store.ts';
export {
  type BatchMessage,
  createEnqueue,
  createEnqueueAll,
  type Enqueue,
  type EnqueueAll,
  type NewMessage,
} from './enqueue.ts';
export type { Answered, Unanswered } from './exchange.ts';
export { createGuardedPost, type GuardedPost } from './guarded-post.ts';
export { listAttemptsOperation } from './list-attempts.ts';
export { listEndpointsOperation } from './list-endpoints.ts';
export { listMessagesOperation } from './list-messages.ts';
export { listenForMessages } from './listen.ts';
export { createProbe, type Probe, type Probed } from './probe.ts';
export { readEndpointOperation } from './read-endpoint.ts';
export { registerEndpointOperation } from './register-endpoint.ts';
export { createRelay, type OutboxMetrics, type Relay } from './relay.ts';
export { replayMessagesOperation } from './replay-messages.ts';
export { deleteOldMessages, giveUpOverdue } from './retention.ts';
export { countPendingOfBank } from './retention-store.ts';
export { rotateSecretOperation } from './rotate-secret.ts';
export { answerContext, oauthSecretContext, payloadContext, signingKeyContext } from './sealed.ts';
export { type MakeSample, type TestDeps, testEndpointOperation } from './test-endpoint.ts';
export { readTrustedCertificates } from './trusted-certificates.ts';
