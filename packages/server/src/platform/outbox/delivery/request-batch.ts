import { createHash } from 'node:crypto';
import { EVENT_BATCH, isConfirmedByStatus, MAX_BATCH_BYTES, writeEventBatch } from '@cardwright/contract';
import type { ClaimedMessage } from './claim-store.ts';
import type { Delivery } from './delivery.ts';

/**
 * Takes the messages of the next request to an endpoint: the first one and, up to `most` and in order, those that can
 * share a request with it. Only heads of streams are claimed, so no two of them belong to one stream.
 */
export function takeRequest<T extends { readonly message: ClaimedMessage }>(
  queued: readonly T[],
  most: number,
): { readonly request: [T, ...T[]] | undefined; readonly rest: T[] } {
  const [first, ...others] = queued;
  if (first === undefined) return { request: undefined, rest: [] };
  if (most === 1 || !canShare(first.message)) return { request: [first], rest: others };
  const request: [T, ...T[]] = [first];
  const rest: T[] = [];
  let bytes = bytesOf(first.message);
  for (const one of others) {
    const fits = request.length < most && canShare(one.message) && bytes + bytesOf(one.message) <= MAX_BATCH_BYTES;
    (fits ? request : rest).push(one);
    if (fits) bytes += bytesOf(one.message);
  }
  return { request, rest };
}

/**
 * Whether a message can share a request. One that failed before is sent separately, so that a message that the receiver
 * cannot accept delays others by at most one attempt. One that expires is checked just before it is sent.
 */
function canShare({ type, failures, expires_at: expiresAt }: ClaimedMessage): boolean {
  return failures === 0 && expiresAt === null && isConfirmedByStatus(type);
}

/** Size of the sealed message, which is a little longer than the sent one including its comma. */
function bytesOf({ sealed_payload: sealed }: ClaimedMessage): number {
  return sealed.length;
}

/** The body of one request: a single message unchanged, or several within one object. */
export function requestContent(
  messages: readonly Pick<ClaimedMessage, 'notification_id' | 'type'>[],
  payloads: readonly string[],
): Pick<Delivery, 'notificationId' | 'type' | 'payload' | 'parts'> {
  const [message] = messages;
  const [payload] = payloads;
  if (message === undefined || payload === undefined) throw new Error('a request holds a message');
  if (messages.length === 1) return { notificationId: message.notification_id, type: message.type, payload };
  const id = batchId(messages.map(({ notification_id }) => notification_id));
  return { notificationId: id, type: EVENT_BATCH, payload: writeEventBatch(id, payloads), parts: payloads };
}

/**
 * The id of a batch in the form of a UUID (version 8): the same messages always have the same id, and no others have
 * it.
 */
function batchId(notificationIds: readonly string[]): string {
  const hash = createHash('sha256').update(notificationIds.join()).digest('hex');
  const parts = [hash.slice(0, 8), hash.slice(8, 12), `8${hash.slice(13, 16)}`, `8${hash.slice(17, 20)}`];
  return [...parts, hash.slice(20, 32)].join('-');
}
