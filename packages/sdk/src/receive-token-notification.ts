import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import {
  checkTokenNotification,
  type Finding,
  isJsonObject,
  NOTIFICATION_TYPES,
  parseJson,
  type TokenNotification,
  type Warning,
  writeCanonicalJson,
} from '@cardwright/contract';
import { answerNotification, type NotificationAnswer } from './answer-notification.ts';
import { BODY_LIMIT_BYTES, type BodyLimits, readRawBody, UnreadableBody } from './raw-body.ts';
import { verifyWebhook, type WebhookHeaders } from './verify-webhook.ts';

/** A request with the raw bytes of its body, as `express.raw` or a buffer parser of Fastify provides them. */
export interface RawRequest {
  readonly headers: WebhookHeaders;
  readonly body?: unknown;
}

/** Options for verifying a request. Set either `secret` or `keys`. */
export interface ReceiveOptions {
  /** The key of the sender: its secret `whsec_...`, or its public key `whpk_...`. */
  readonly secret?: string | undefined;
  /** Several keys instead of `secret`, during a rotation. A message is accepted if any of them verifies it. */
  readonly keys?: readonly string[];
  /** Maximum difference in seconds between the time of the signature and now. Default 300. */
  readonly toleranceSeconds?: number;
  readonly now?: Date;
}

/** The result of receiving a request: its notification, or a refusal. Send `answer` in both cases. */
export type ReceivedTokenNotification =
  | {
      readonly ok: true;
      /** The notification in the spelling of the tables, whichever accepted spelling the sender used. */
      readonly notification: TokenNotification;
      /** The same for every attempt to deliver the message, and equal to the notification's own id. */
      readonly webhookId: string;
      /**
       * Hash of the message, independent of the order of its members. It distinguishes a repeat from other content
       * under a known id.
       */
      readonly contentHash: string;
      /** Accepted deviations from the tables. They never quote a value. */
      readonly warnings: readonly Warning[];
      /** The confirmation. Send it after you store the notification. */
      readonly answer: NotificationAnswer;
    }
  | {
      readonly ok: false;
      /** 63: no signature of a known key. 30: the message violates the table, or cannot be read. */
      readonly code: '30' | '63';
      /** The fault, for the receiver's own log. It contains nothing from the message. */
      readonly reason: string;
      readonly findings: readonly Finding[];
      readonly answer: NotificationAnswer;
    };

/** A refused token notification. */
export type RefusedTokenNotification = Extract<ReceivedTokenNotification, { ok: false }>;

/**
 * Verifies a token notification before it reads it. Throws if the receiver is at fault: it has no key, or a parser has
 * already read the body. For any fault of the message, returns the answer to send.
 */
export function receiveTokenNotification(request: RawRequest, options: ReceiveOptions): ReceivedTokenNotification {
  const keys = chosenKeys(options);
  const { toleranceSeconds, now = new Date() } = options;
  if (hasOtherType(request.headers)) return refuse('30', 'the content type is not application/json', now);
  const body = rawBody(request);
  if (body === undefined) return refuse('30', 'there is no body of type application/json', now);
  const tolerance = toleranceSeconds === undefined ? {} : { toleranceSeconds };
  const verdict = verifyWebhook({ headers: request.headers, body, keys, now, ...tolerance });
  if (!verdict.ok) return refuse('63', verdict.reason, now);
  return readNotification(body, verdict.id, now);
}

/**
 * Receives a token notification through Node's `http` module. First reads the body: by default at most 1 MiB, within 10
 * seconds.
 */
export async function receiveFromNode(
  request: IncomingMessage,
  options: ReceiveOptions & BodyLimits,
): Promise<ReceivedTokenNotification> {
  chosenKeys(options);
  try {
    const body = await readRawBody(request, options);
    return receiveTokenNotification({ headers: request.headers, body }, options);
  } catch (error) {
    if (!(error instanceof UnreadableBody)) throw error;
    const refusal = refuseUnreadable(error, options.now);
    // The rest of the body is not read, so the connection cannot be used again.
    const headers = { ...refusal.answer.headers, connection: 'close' };
    return { ...refusal, answer: { ...refusal.answer, headers } };
  }
}

export function refuseUnreadable(error: UnreadableBody, now = new Date()): RefusedTokenNotification {
  return refuse('30', error.message, now);
}

/**
 * Returns the keys. Throws if there is none, because an unset variable must not lead to a receiver that accepts
 * everything.
 */
export function chosenKeys({ secret, keys }: ReceiveOptions): readonly string[] {
  if (secret !== undefined && keys !== undefined) throw new TypeError('set either secret or keys, not both');
  const verificationKeys = keys ?? (secret === undefined || secret === '' ? [] : [secret]);
  if (verificationKeys.length > 0) return verificationKeys;
  throw new TypeError(
    'receiving notifications needs the key of their sender, as secret or keys (is an environment variable not set?)',
  );
}

/** Returns the raw body. Undefined if there is no body, or if a parser for raw bytes skipped it. */
function rawBody({ headers, body }: RawRequest): Uint8Array | undefined {
  if (body instanceof Uint8Array) return body;
  const isEmpty = typeof body !== 'object' || body === null || Object.keys(body).length === 0;
  if (isEmpty && contentType(headers) === undefined) return undefined;
  throw new TypeError(
    'the body is not the raw bytes of the request: use express.raw(), or a Fastify parser with parseAs: "buffer"',
  );
}

function hasOtherType(headers: WebhookHeaders): boolean {
  const type = contentType(headers);
  return type !== undefined && !/^application\/([\w.+-]+\+)?json\s*(;|$)/i.test(type);
}

function contentType(headers: WebhookHeaders): string | undefined {
  if ('get' in headers && typeof headers.get === 'function') return headers.get('content-type') ?? undefined;
  const contentType = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  return typeof contentType === 'string' ? contentType : undefined;
}

function readNotification(body: Uint8Array, signedId: string, now: Date): ReceivedTokenNotification {
  if (body.length > BODY_LIMIT_BYTES) return refuse('30', `the body is longer than ${BODY_LIMIT_BYTES} bytes`, now);
  if (!isUtf8(body)) return refuse('30', 'the body is not UTF-8', now);
  const parsed = parseJson(Buffer.from(body).toString('utf8'));
  if (!parsed.ok) return refuse('30', parsed.message, now);
  if (!isJsonObject(parsed.value)) return refuse('30', 'the body is not an object', now);
  const { value, findings: own, warnings } = checkTokenNotification(parsed.value);
  // Repeats are detected by the webhook-id, which the signature covers, so the id in the message must be equal to it.
  const otherId: Finding = { path: 'id', error: 'value_not_allowed', message: 'must be the same as webhook-id' };
  const findings = value.id === signedId ? own : [...own, otherId];
  const [first] = findings;
  if (first === undefined) {
    const contentHash = createHash('sha256').update(writeCanonicalJson(parsed.value)).digest('hex');
    const answer = answerNotification({ type: value.type, now });
    return { ok: true, notification: value, webhookId: signedId, contentHash, warnings, answer };
  }
  const type = NOTIFICATION_TYPES.find((known) => known === value.type) ?? '';
  return refuse('30', `${first.path} ${first.message}`, now, { type, findings });
}

function refuse(
  code: '30' | '63',
  reason: string,
  now: Date,
  { type = '', findings = [] }: { type?: string; findings?: readonly Finding[] } = {},
): RefusedTokenNotification {
  return { ok: false, code, reason, findings, answer: answerNotification({ type, code, now }) };
}
