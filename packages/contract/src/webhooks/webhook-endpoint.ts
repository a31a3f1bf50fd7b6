import Type, { type Static } from 'typebox';
import { allOptional, digits, type FieldOptions, list, oneOf, optional, record, text } from '../schema/fields.ts';
import { MAX_EVENTS_PER_REQUEST } from './event-batch.ts';
import { ALL_WEBHOOK_EVENTS } from './webhook-events.ts';

export { nextCursor, pageQuery } from '../schema/page.ts';

/**
 * The server sets DISABLED after an answer 410 or after days of failures. The owner makes the endpoint ACTIVE again.
 */
export const ENDPOINT_STATES = ['ACTIVE', 'PAUSED', 'DISABLED'] as const;
export type EndpointState = (typeof ENDPOINT_STATES)[number];

export const SIGNING_KEY_KINDS = ['hmac', 'ed25519'] as const;
export type SigningKeyKind = (typeof SIGNING_KEY_KINDS)[number];

/**
 * Outcome of a delivery attempt. Retries end with DELIVERED, NO_SCOPE or an answer code that the endpoint declares
 * final.
 */
export const DELIVERY_OUTCOMES = [
  'DELIVERED',
  'REJECTED',
  'UNREACHABLE',
  'TIMED_OUT',
  'REDIRECTED',
  'BAD_ANSWER',
  'GONE',
  'ADDRESS_REFUSED',
  'NO_TOKEN',
  'NO_SCOPE',
] as const;
export type DeliveryOutcome = (typeof DELIVERY_OUTCOMES)[number];

/** EXPIRED: it became useless before its delivery. SKIPPED: it was removed from its stream manually. */
export const MESSAGE_STATES = ['PENDING', 'DELIVERED', 'DEAD', 'EXPIRED', 'SKIPPED'] as const;
export type MessageState = (typeof MESSAGE_STATES)[number];

/** Access tokens for deliveries, by OAuth 2 client credentials. */
const mandatoryOauth = (options: FieldOptions = {}) => ({
  token_url: text(500, { description: 'URL of the token endpoint', ...options }),
  client_id: text(200, options),
  client_secret: text(500, { description: 'Client secret; never returned', ...options }),
});
const oauthScope = optional(text(200, { description: 'Scope to request, if the token server requires one' }));
export const OauthSettings = record({ ...mandatoryOauth(), scope: oauthScope }, { component: 'DeliveryOauth' });
export const ChangedOauthSettings = record(
  { ...allOptional(mandatoryOauth({ requiredWhen: 'oauth is not {}' })), scope: oauthScope },
  { component: 'ChangedDeliveryOauth', description: 'Replaces the whole object; {} disables access tokens' },
);

export const endpointPath = record({
  endpoint_id: text(36, { fieldFormat: 'uuid', description: 'Id of the endpoint' }),
});

export const endpointUrl = () =>
  text(500, { description: 'URL with https; http and private addresses only in the sandbox' });
export const endpointDescription = () => text(200, { description: 'Description of the endpoint' });
export const maxInFlight = () =>
  digits(2, { description: 'Maximum number of concurrent requests, 1 to 99; default 4' });

export const eventsPerRequest = () =>
  digits(3, { description: `Maximum number of messages in a request, 1 to ${MAX_EVENTS_PER_REQUEST}; default 1` });

export const endpointEvents = () =>
  list(oneOf(ALL_WEBHOOK_EVENTS, { component: 'WebhookEvent' }), {
    minItems: 1,
    maxItems: ALL_WEBHOOK_EVENTS.length,
    description:
      'Types of events to send; TD also by indicator, such as TD:3; a prefix such as card.* selects all its types',
  });

/** Answer codes that an endpoint can declare final, because the same message would get them again. */
export const FINAL_CODES = ['30', '94'] as const;
export type FinalCode = (typeof FINAL_CODES)[number];

export const finalCodes = () =>
  list(oneOf(FINAL_CODES), {
    maxItems: FINAL_CODES.length,
    description: 'Codes after which a message is DEAD immediately and its stream continues',
  });

/** Search parameters of the lists of messages and attempts. */
export const deliveryQuery = {
  notification_id: optional(text(36, { fieldFormat: 'uuid', description: 'Only entries of this event' })),
  token_reference: optional(text(36, { fieldFormat: 'uuid', description: 'Only entries about this token' })),
};

const instant = (meaning = '') => text(30, { description: `ISO 8601 UTC${meaning}` });
export const instantOrNull = (meaning: string) => Type.Union([instant(), Type.Null()], { description: meaning });
export { instant };

const SigningKey = record(
  {
    key_id: text(36, { description: 'Id, a UUID' }),
    kind: oneOf(SIGNING_KEY_KINDS, { description: 'Kind of key; hmac signs as v1, ed25519 as v1a' }),
    public_key: Type.Union([text(60), Type.Null()], { description: 'Public key of an ed25519 key, whpk_...' }),
    created_at: instant(),
    retires_at: instantOrNull('Time at which the key stops signing; null for the newest key of its kind'),
  },
  { component: 'SigningKey' },
);

export const WebhookEndpoint = record(
  {
    endpoint_id: text(36, { description: 'Id, a UUID' }),
    url: text(500),
    description: text(200),
    state: oneOf(ENDPOINT_STATES),
    disabled_reason: Type.Union([text(300), Type.Null()], { description: 'Reason for DISABLED; otherwise null' }),
    max_in_flight: Type.Integer({ description: 'Maximum number of concurrent requests' }),
    events_per_request: Type.Integer({ description: 'Maximum number of messages in a request' }),
    events: list(oneOf(ALL_WEBHOOK_EVENTS, { component: 'WebhookEvent' }), {
      description: 'Types of events that the endpoint receives',
    }),
    final_codes: list(oneOf(FINAL_CODES), { description: 'Codes after which a message is DEAD' }),
    oauth: Type.Union(
      [
        record({ token_url: text(500), client_id: text(200), scope: Type.Union([text(200), Type.Null()]) }),
        Type.Null(),
      ],
      { description: 'Settings of access tokens; null without access tokens' },
    ),
    keys: list(SigningKey, { description: 'Signing keys. Each key signs every delivery' }),
    failing_since: instantOrNull('Time of the first failure since the last delivery'),
    pending_messages: Type.Integer({ description: 'Number of pending messages' }),
    created_at: instant(),
    changed_at: instant(),
  },
  { component: 'WebhookEndpoint' },
);
export type WebhookEndpoint = Static<typeof WebhookEndpoint>;

/** Secrets that only the answer that creates them contains. */
export const generatedSecret = {
  secret: text(100, { description: 'Signing secret, whsec_...; returned only once' }),
  public_key: Type.Union([text(60), Type.Null()], { description: 'Public key, whpk_..., if ed25519 also signs' }),
};

export const DeliveryAttempt = record(
  {
    notification_id: text(36, { description: 'Id of the message' }),
    type: text(40, { description: 'Type of the event, such as TC or merchant.status' }),
    attempt: Type.Integer({ description: 'Number of the attempt; 0 for a test sample' }),
    at: instant(),
    duration_ms: Type.Integer(),
    outcome: oneOf(DELIVERY_OUTCOMES, { component: 'DeliveryOutcome' }),
    reason: text(300, { description: 'Text of the outcome' }),
    http_status: Type.Union([Type.Integer(), Type.Null()], { description: 'Null if there was no response' }),
    answer: Type.Union([text(1_000), Type.Null()], { description: 'Response, at most 1,000 characters' }),
    next_attempt_at: instantOrNull('Time of the next attempt; null if there is none'),
  },
  { component: 'DeliveryAttempt' },
);
export type DeliveryAttempt = Static<typeof DeliveryAttempt>;

export const OutboxMessage = record(
  {
    notification_id: text(36, { description: 'Id that receivers get as webhook-id' }),
    type: text(40, { description: 'Type of the event, such as TC or merchant.status' }),
    stream: text(100, { description: 'Stream of the message; its messages are delivered in sequence' }),
    sequence: Type.Integer({ description: 'Position in the stream' }),
    state: oneOf(MESSAGE_STATES, { component: 'MessageState' }),
    attempts: Type.Integer({ description: 'Number of attempts' }),
    last_outcome: Type.Union([oneOf(DELIVERY_OUTCOMES, { component: 'DeliveryOutcome' }), Type.Null()], {
      description: 'Outcome of the last attempt',
    }),
    created_at: instant(),
    next_attempt_at: instantOrNull(
      'Time of the next attempt; null if an earlier message of the stream is pending, or if settled',
    ),
    expires_at: instantOrNull('Time at which the message expires; null for most messages'),
    settled_at: instantOrNull('Time at which the message was delivered, abandoned or dropped'),
  },
  { component: 'WebhookMessage' },
);
export type OutboxMessage = Static<typeof OutboxMessage>;
