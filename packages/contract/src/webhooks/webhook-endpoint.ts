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
  client_secret: text(500, { description: 'Never shown again', ...options }),
});
const oauthScope = optional(text(200, { description: 'Scope to request, if the token server needs one' }));
export const OauthSettings = record({ ...mandatoryOauth(), scope: oauthScope }, { component: 'DeliveryOauth' });
export const ChangedOauthSettings = record(
  { ...allOptional(mandatoryOauth({ requiredWhen: 'oauth is not {}' })), scope: oauthScope },
  { component: 'ChangedDeliveryOauth', description: 'Replaces the whole object; {} for no access token' },
);

export const endpointPath = record({
  endpoint_id: text(36, { fieldFormat: 'uuid', description: 'Of the endpoint' }),
});

export const endpointUrl = () => text(500, { description: 'https; http and private addresses in the sandbox only' });
export const endpointDescription = () => text(200, { description: 'Description for people' });
export const maxInFlight = () => digits(2, { description: 'Concurrent requests, 1 to 99; default 4' });

export const eventsPerRequest = () =>
  digits(3, { description: `Messages of one request, 1 to ${MAX_EVENTS_PER_REQUEST}; default 1` });

export const endpointEvents = () =>
  list(oneOf(ALL_WEBHOOK_EVENTS, { component: 'WebhookEvent' }), {
    minItems: 1,
    maxItems: ALL_WEBHOOK_EVENTS.length,
    description:
      'Types of events to send; TD also by indicator, such as TD:3; a prefix selects all of its types, such as card.*',
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
  notification_id: optional(text(36, { fieldFormat: 'uuid', description: 'Only those of this event' })),
  token_reference: optional(text(36, { fieldFormat: 'uuid', description: 'Only those about this token' })),
};

const instant = (meaning = '') => text(30, { description: `ISO 8601 UTC${meaning}` });
export const instantOrNull = (meaning: string) => Type.Union([instant(), Type.Null()], { description: meaning });
export { instant };

const SigningKey = record(
  {
    key_id: text(36, { description: 'A UUID' }),
    kind: oneOf(SIGNING_KEY_KINDS, { description: 'hmac signs as v1, ed25519 as v1a' }),
    public_key: Type.Union([text(60), Type.Null()], { description: 'whpk_..., of an ed25519 key' }),
    created_at: instant(),
    retires_at: instantOrNull('When it stops to sign; null for the newest of its kind'),
  },
  { component: 'SigningKey' },
);

export const WebhookEndpoint = record(
  {
    endpoint_id: text(36, { description: 'A UUID' }),
    url: text(500),
    description: text(200),
    state: oneOf(ENDPOINT_STATES),
    disabled_reason: Type.Union([text(300), Type.Null()], { description: 'Why it is DISABLED; else null' }),
    max_in_flight: Type.Integer({ description: 'Maximum of concurrent requests' }),
    events_per_request: Type.Integer({ description: 'Maximum of messages in a request' }),
    events: list(oneOf(ALL_WEBHOOK_EVENTS, { component: 'WebhookEvent' }), {
      description: 'Types of events that it receives',
    }),
    final_codes: list(oneOf(FINAL_CODES), { description: 'Codes after which a message is DEAD' }),
    oauth: Type.Union(
      [
        record({ token_url: text(500), client_id: text(200), scope: Type.Union([text(200), Type.Null()]) }),
        Type.Null(),
      ],
      { description: 'Null without access tokens' },
    ),
    keys: list(SigningKey, { description: 'Each signs every delivery' }),
    failing_since: instantOrNull('First failure since the last delivery'),
    pending_messages: Type.Integer({ description: 'Waiting messages' }),
    created_at: instant(),
    changed_at: instant(),
  },
  { component: 'WebhookEndpoint' },
);
export type WebhookEndpoint = Static<typeof WebhookEndpoint>;

/** Secrets that only the answer that creates them contains. */
export const generatedSecret = {
  secret: text(100, { description: 'whsec_..., shown only this once' }),
  public_key: Type.Union([text(60), Type.Null()], { description: 'whpk_..., if ed25519 signs too' }),
};

export const DeliveryAttempt = record(
  {
    notification_id: text(36, { description: 'Of the message' }),
    type: text(40, { description: 'Such as TC or merchant.status' }),
    attempt: Type.Integer({ description: 'Of this message; 0 for the sample of a test' }),
    at: instant(),
    duration_ms: Type.Integer(),
    outcome: oneOf(DELIVERY_OUTCOMES, { component: 'DeliveryOutcome' }),
    reason: text(300, { description: 'Text of the outcome' }),
    http_status: Type.Union([Type.Integer(), Type.Null()], { description: 'Null if there was no response' }),
    answer: Type.Union([text(1_000), Type.Null()], { description: 'The response, at most 1,000 characters' }),
    next_attempt_at: instantOrNull('Null when there is none'),
  },
  { component: 'DeliveryAttempt' },
);
export type DeliveryAttempt = Static<typeof DeliveryAttempt>;

export const OutboxMessage = record(
  {
    notification_id: text(36, { description: 'The id that receivers get as webhook-id' }),
    type: text(40, { description: 'Such as TC or merchant.status' }),
    stream: text(100, { description: 'Delivered in the order of their sequence' }),
    sequence: Type.Integer({ description: 'Place in the stream' }),
    state: oneOf(MESSAGE_STATES, { component: 'MessageState' }),
    attempts: Type.Integer({ description: 'Number of attempts' }),
    last_outcome: Type.Union([oneOf(DELIVERY_OUTCOMES, { component: 'DeliveryOutcome' }), Type.Null()], {
      description: 'Of its last attempt',
    }),
    created_at: instant(),
    next_attempt_at: instantOrNull('Null if an earlier message of the stream comes first, or if settled'),
    expires_at: instantOrNull('When it is no longer of use; null for most'),
    settled_at: instantOrNull('When it was delivered, given up or dropped'),
  },
  { component: 'WebhookMessage' },
);
export type OutboxMessage = Static<typeof OutboxMessage>;
