import { spansNow } from '../../kernel/spans.ts';
import type { Tx } from '../../storage/index.ts';
import type { Vault } from '../../vault/index.ts';
import type { EndpointOwner } from '../endpoints/endpoint-store.ts';
import { messagePayloadContext } from '../outbox-seal-contexts.ts';
import { insertBatch, insertMessages } from './enqueue-store.ts';
import { shareOwnersEvents } from './owner-lock-store.ts';

/** An event for every subscribed endpoint of its bank. */
interface NewMessage {
  readonly bankId: string;
  /** Messages of one stream are delivered strictly in the order in which they were written. */
  readonly stream: string;
  /** The same for every endpoint and attempt, so that receivers recognize repeats. */
  readonly notificationId: string;
  readonly type: string;
  /** The indicator, for types that have one. */
  readonly indicator?: string | undefined;
  /** JSON text, sent unchanged. */
  readonly payload: string;
  readonly at: Date;
  /** The time from which the message is useless. It is dropped if it is not delivered before. */
  readonly expiresAt?: Date | undefined;
}

/**
 * Writes an event in the transaction of the change that it reports, and a message to each subscribed endpoint. Several
 * streams must be written in the order of their names (by code unit), in which a replay locks them: otherwise two
 * transactions could deadlock.
 */
export type Enqueue = (tx: Tx, message: NewMessage) => Promise<void>;

/**
 * Writes an event, and a message for every subscribed endpoint in any state: a paused endpoint gets it once it is
 * active again.
 */
export function createEnqueue(vault: Vault): Enqueue {
  return async (tx, { bankId, stream, notificationId, type, indicator, payload, at, expiresAt }) => {
    const { sealed, keyVersion } = vault.seal(messagePayloadContext(bankId, notificationId), payload);
    const traceParent = traceParentNow();
    const event = { bankId, stream, notificationId, type, indicator, sealed, keyVersion, at, expiresAt, traceParent };
    await Promise.all([shareOwnersEvents(tx, { bankId, ownerId: bankId }), insertMessages(tx, event)]);
  };
}

/** One event of a batch. */
export type BatchMessage = Pick<NewMessage, 'stream' | 'notificationId' | 'type' | 'payload'>;

/**
 * Writes many events of one owner, and messages to its endpoints, in the transaction of the change that they report.
 * Messages of one stream are delivered in the supplied order; streams may come in any order.
 */
export type EnqueueAll = (
  tx: Tx,
  owner: EndpointOwner,
  messages: readonly BatchMessage[],
  at: Date,
  /** The endpoint that the events are about, which does not get them. */
  about?: string,
) => Promise<void>;

const MESSAGES_AT_ONCE = 200;

/** Like createEnqueue, for many events of one owner. */
export function createEnqueueAll(vault: Vault): EnqueueAll {
  return async (tx, owner, messages, at, about) => {
    if (messages.length === 0) return;
    const { bankId } = owner;
    await shareOwnersEvents(tx, owner);
    const sorted = [...messages].sort((one, other) => byCodeUnit(one.stream, other.stream));
    for (let from = 0; from < sorted.length; from += MESSAGES_AT_ONCE) {
      const batch = sorted.slice(from, from + MESSAGES_AT_ONCE);
      const events = batch.map(({ stream, notificationId, type, payload }) => {
        const sealed = vault.seal(messagePayloadContext(bankId, notificationId), payload);
        return { stream, notificationId, type, ...sealed };
      });
      await insertBatch(tx, owner, events, { at, about, traceParent: traceParentNow() });
    }
  };
}

/** The trace context for the later delivery, if requests are traced. */
function traceParentNow(): string | null {
  return spansNow()?.current() ?? null;
}

function byCodeUnit(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1;
}
