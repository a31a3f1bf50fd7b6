import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isJsonObject, type JsonObject, parseJson, readEventBatch, writeCanonicalJson } from '@cardwright/contract';
import type { Deduplicate } from './deduplicate.ts';
import { BODY_LIMIT_BYTES, type BodyLimits, readRawBody, UnreadableBody } from './raw-body.ts';
import { chosenKeys, type RawRequest, type ReceiveOptions } from './receive-token-notification.ts';
import { verifyWebhook } from './verify-webhook.ts';

/** An event, as an endpoint receives it. */
export interface ReceivedEvent {
  /**
   * The id of the event. It is the same in every attempt to deliver the event, in a request of its own or with other
   * events.
   */
  readonly id: string;
  /** Type of the event, such as `authorization.approved`. */
  readonly type: string;
  /** The complete event. Amounts are strings. A number that JavaScript would round is an `ExactNumber`. */
  readonly event: JsonObject;
  /** Hash of the content. It distinguishes a repeat from other content under a known id. */
  readonly contentHash: string;
}

/** The answer to send. Any HTTP 2xx status confirms all events of the request, and is final. */
export interface EventsAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
}

/** The result of receiving a request: its events, or a refusal. Send `answer` in both cases. */
export type ReceivedEvents =
  | {
      readonly ok: true;
      /** The events in their order: one, or up to the endpoint's `events_per_request`. */
      readonly events: readonly ReceivedEvent[];
      /** The confirmation. Send it after you store all events. */
      readonly answer: EventsAnswer;
    }
  | {
      readonly ok: false;
      /** The fault, for the receiver's own log. It contains nothing from the request. */
      readonly reason: string;
      readonly answer: EventsAnswer;
    };

const HEADERS = { 'content-type': 'application/json; charset=utf-8' };

/**
 * Verifies a request with one or several events before it reads it. For token notifications, which need another answer,
 * use `receiveTokenNotification`. Throws if the receiver is at fault: it has no key, or a parser has already read the
 * body.
 */
export function receiveEvents({ headers, body }: RawRequest, options: ReceiveOptions): ReceivedEvents {
  const keys = chosenKeys(options);
  if (!(body instanceof Uint8Array)) throw new TypeError('the body is not the raw bytes of the request');
  const { toleranceSeconds, now = new Date() } = options;
  const tolerance = toleranceSeconds === undefined ? {} : { toleranceSeconds };
  const verdict = verifyWebhook({ headers, body, keys, now, ...tolerance });
  if (!verdict.ok) return refuseEvents(401, verdict.reason);
  const read = readBody(body, verdict.id);
  if (typeof read === 'string') return refuseEvents(400, read);
  return { ok: true, events: read, answer: { status: 200, headers: HEADERS, body: {} } };
}

/** Receives events through Node's `http` module. First reads the body: by default at most 1 MiB, within 10 seconds. */
export async function receiveEventsFromNode(
  request: IncomingMessage,
  options: ReceiveOptions & BodyLimits,
): Promise<ReceivedEvents> {
  chosenKeys(options);
  try {
    return receiveEvents({ headers: request.headers, body: await readRawBody(request, options) }, options);
  } catch (error) {
    if (error instanceof UnreadableBody) return refuseEvents(400, error.message, { connection: 'close' });
    throw error;
  }
}

/**
 * Stores each of the received events once, one after the other, and returns the answer to send. Rejects if `store`
 * fails. Answer 500 in that case: the sender repeats all events of the request, and those already stored are
 * recognized.
 */
export async function storeEventsOnce<Tx>(
  received: ReceivedEvents,
  deduplicate: Deduplicate<Tx>,
  store: (event: ReceivedEvent, tx: Tx) => Promise<unknown>,
): Promise<EventsAnswer> {
  if (!received.ok) return received.answer;
  for (const event of received.events) {
    const result = await deduplicate.once(event.id, event.contentHash, (tx) => store(event, tx));
    if (result === 'changed') return refuseEvents(409, `another event has the id ${event.id}`).answer;
  }
  return received.answer;
}

/** Returns the events, or the fault of the body as a text. */
function readBody(body: Uint8Array, signedId: string): ReceivedEvent[] | string {
  if (body.length > BODY_LIMIT_BYTES) return `the body is longer than ${BODY_LIMIT_BYTES} bytes`;
  if (!isUtf8(body)) return 'the body is not UTF-8';
  const parsed = parseJson(Buffer.from(body).toString('utf8'));
  if (!parsed.ok) return parsed.message;
  if (!isJsonObject(parsed.value)) return 'the body is not an object';
  if (parsed.value.id !== signedId) return 'id must be the same as webhook-id';
  const events: ReceivedEvent[] = [];
  for (const event of readEventBatch(parsed.value) ?? []) {
    const { id, type } = event;
    if (typeof id !== 'string' || typeof type !== 'string') return 'an event has no id or no type';
    const contentHash = createHash('sha256').update(writeCanonicalJson(event)).digest('hex');
    events.push({ id, type, event, contentHash });
  }
  return events.length > 0 ? events : 'the request holds no events';
}

export function refuseEvents(status: number, reason: string, more: Readonly<Record<string, string>> = {}) {
  return { ok: false, reason, answer: { status, headers: { ...HEADERS, ...more }, body: { reason } } } as const;
}
