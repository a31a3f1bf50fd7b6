import { isJsonObject, type JsonObject } from '../json/exact-number.ts';

/**
 * A request that holds several messages, for an endpoint that asked for it (docs/interface/webhooks.md#several-in-a-request).
 * Each stands in it byte for byte as it would have been sent alone.
 */
export const EVENT_BATCH = 'events';
/** What an endpoint may ask for. */
export const MOST_EVENTS_PER_REQUEST = 100;
/** Of the messages of a request. One that is longer is sent alone. */
export const MOST_BATCH_BYTES = 262_144;

/**
 * Answered by the HTTP status alone, whatever the body says. Only these share a request: the answer to a token notification
 * confirms one.
 */
const TAKEN_BY_STATUS = /^(events$|(merchant|endpoint|message|authorization|switch|limit|rule)\.)/;

export function isTakenByStatus(type: string): boolean {
  return TAKEN_BY_STATUS.test(type);
}

/** `id` is the webhook-id of the request; the payloads are JSON texts. */
export function writeEventBatch(id: string, payloads: readonly string[]): string {
  return `{"id":"${id}","type":"${EVENT_BATCH}","events":[${payloads.join(',')}]}`;
}

/** The messages of a request, in their order: one, or those that it holds. Undefined where it is neither. */
export function readEventBatch(value: JsonObject): readonly JsonObject[] | undefined {
  if (value.type !== EVENT_BATCH) return [value];
  const { events } = value;
  return Array.isArray(events) && events.length > 0 && events.every(isJsonObject) ? events : undefined;
}
