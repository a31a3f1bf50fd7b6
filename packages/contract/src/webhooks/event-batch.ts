import { isJsonObject, type JsonObject } from '../json/exact-number.ts';

/**
 * A request with several messages, for endpoints that are configured for it
 * (docs/interface/webhooks.md#several-in-a-request). Each message has the same bytes as in a request of its own.
 */
export const EVENT_BATCH = 'events';
/** Maximum number of messages in a request that an endpoint can configure. */
export const MAX_EVENTS_PER_REQUEST = 100;
/** Maximum number of bytes of the messages in a request. A longer message is sent on its own. */
export const MAX_BATCH_BYTES = 262_144;

/**
 * Types that are confirmed by the HTTP status, whatever the body of the answer contains. Only these can share a
 * request, as the answer to a token notification confirms a single one.
 */
const CONFIRMED_BY_STATUS = /^(events$|[a-z]+\.)/;

export function isConfirmedByStatus(type: string): boolean {
  return CONFIRMED_BY_STATUS.test(type);
}

/** Writes a request with several messages. `id` is the webhook-id of the request; the payloads are JSON texts. */
export function writeEventBatch(id: string, payloads: readonly string[]): string {
  return `{"id":"${id}","type":"${EVENT_BATCH}","events":[${payloads.join(',')}]}`;
}

/**
 * Returns the messages of a request in their order: the single one, or those of a batch. Undefined if the batch is
 * invalid.
 */
export function readEventBatch(value: JsonObject): readonly JsonObject[] | undefined {
  if (value.type !== EVENT_BATCH) return [value];
  const { events } = value;
  return Array.isArray(events) && events.length > 0 && events.every(isJsonObject) ? events : undefined;
}
