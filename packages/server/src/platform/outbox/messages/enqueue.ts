import { spansNow } from '../../kernel/spans.ts';
import { statement, type Tx } from '../../storage/index.ts';
import type { Vault } from '../../vault/index.ts';
import type { EndpointOwner } from '../endpoints/endpoint-store.ts';
import { OUTBOX_CHANNEL } from '../outbox-channel.ts';
import { messagePayloadContext } from '../outbox-seal-contexts.ts';
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
  /** The time from which the message is useless and dropped if it is not delivered. */
  readonly expiresAt?: Date | undefined;
}

/**
 * Writes an event in the transaction of the change that it reports, and a message to each subscribed endpoint. Several
 * streams must be written in the order of their names (by code unit), in which a replay locks them: otherwise two
 * transactions could deadlock.
 */
export type Enqueue = (tx: Tx, message: NewMessage) => Promise<void>;

// The upsert locks the stream row before the message is written, so `pending` is exact: the message that finds nobody
// pending before it becomes the head, even while another one is being settled.
const insertMessages = statement(
  'outbox.insert-messages',
  `with event as (
     insert into outbox_events (bank_id, owner_id, notification_id, stream, type, indicator, sealed_payload, key_version,
       created_at, expires_at)
     values ($1, $1, $3, $2, $4, $8, $5, $6, $7, $9)
   ), streams as (
     insert into outbox_streams (bank_id, endpoint_id, stream, last_sequence, pending)
     select e.bank_id, e.endpoint_id, $2, 1, 1 from webhook_endpoints e
      where e.bank_id = $1 and e.owner_kind = 'bank' and e.events && array[$4, $4 || ':' || $8]
      order by e.endpoint_id
     on conflict (bank_id, endpoint_id, stream) do update
       set last_sequence = outbox_streams.last_sequence + 1, pending = outbox_streams.pending + 1
     returning bank_id, endpoint_id, last_sequence, pending
   ), written as (
     insert into outbox_messages (bank_id, endpoint_id, stream, stream_sequence, notification_id, type, sealed_payload,
       key_version, created_at, pending_since, expires_at, trace_parent, next_attempt_at)
     select s.bank_id, s.endpoint_id, $2, s.last_sequence, $3, $4, $5, $6, $7, $7, $9, $10,
            case when s.pending = 1 then $7::timestamptz end
       from streams s
     returning message_id
   )
   select 1 as woken from written limit 1`,
  { notifies: OUTBOX_CHANNEL },
);

/**
 * Writes an event, and a message for every subscribed endpoint in any state: a paused endpoint gets it once it is
 * active again.
 */
export function createEnqueue(vault: Vault): Enqueue {
  return async (tx, { bankId, stream, notificationId, type, indicator, payload, at, expiresAt }) => {
    const { sealed, keyVersion } = vault.seal(messagePayloadContext(bankId, notificationId), payload);
    await shareOwnersEvents(tx, { bankId, ownerId: bankId });
    const some = [bankId, stream, notificationId, type, sealed, keyVersion, at, indicator ?? null, expiresAt ?? null];
    const values = [...some, traceParentNow()];
    await tx.query(insertMessages, values);
  };
}

/** One event of a batch. */
export type BatchMessage = Pick<NewMessage, 'stream' | 'notificationId' | 'type' | 'payload'>;

/**
 * Writes many events of one owner, and messages to its endpoints, in the transaction of the change that they report. Messages
 * of one stream are delivered in the order given; streams may come in any order.
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

// the messages come sorted by stream: `position` is the order in which streams are locked, and the order within a
// stream
const insertBatch = statement(
  'outbox.insert-batch',
  `with given as (
     select m.*
       from unnest($3::text[], $4::text[], $5::text[], $6::bytea[], $7::smallint[])
         with ordinality as m (stream, notification_id, type, sealed_payload, key_version, position)
   ), events as (
     insert into outbox_events (bank_id, owner_id, notification_id, stream, type, sealed_payload, key_version, created_at)
     select $1, $2, g.notification_id, g.stream, g.type, g.sealed_payload, g.key_version, $8
       from given g order by g.position
   ), wanted as (
     select e.endpoint_id, g.*, row_number() over (partition by e.endpoint_id, g.stream order by g.position) as nth
       from given g
       join webhook_endpoints e on e.bank_id = $1 and e.owner_id = $2 and g.type = any(e.events)
        and ($9::text is null or e.endpoint_id <> $9)
   ), named as (
     select endpoint_id, stream, min(position) as position, count(*)::int as messages
       from wanted group by endpoint_id, stream
   ), streams as (
     insert into outbox_streams (bank_id, endpoint_id, stream, last_sequence, pending)
     select $1, n.endpoint_id, n.stream, n.messages, n.messages from named n order by n.position, n.endpoint_id
     on conflict (bank_id, endpoint_id, stream) do update
       set last_sequence = outbox_streams.last_sequence + excluded.last_sequence,
           pending = outbox_streams.pending + excluded.pending
     returning bank_id, endpoint_id, stream, last_sequence, pending
   ), written as (
     insert into outbox_messages (bank_id, endpoint_id, stream, stream_sequence, notification_id, type, sealed_payload,
       key_version, created_at, pending_since, trace_parent, next_attempt_at)
     select s.bank_id, s.endpoint_id, s.stream, s.last_sequence - n.messages + w.nth, w.notification_id, w.type,
            w.sealed_payload, w.key_version, $8, $8, $10,
            case when s.pending = n.messages and w.nth = 1 then $8::timestamptz end
       from streams s
       join named n on n.stream = s.stream and n.endpoint_id = s.endpoint_id
       join wanted w on w.stream = s.stream and w.endpoint_id = s.endpoint_id
      order by s.endpoint_id, w.position
     returning message_id
   )
   select 1 as woken from written limit 1`,
  { notifies: OUTBOX_CHANNEL, plannedEachTime: true },
);

/** Creates the function that writes many events of one owner. */
export function createEnqueueAll(vault: Vault): EnqueueAll {
  return async (tx, { bankId, ownerId }, messages, at, about) => {
    if (messages.length === 0) return;
    await shareOwnersEvents(tx, { bankId, ownerId });
    const sorted = [...messages].sort((one, other) => byCodeUnit(one.stream, other.stream));
    for (let from = 0; from < sorted.length; from += MESSAGES_AT_ONCE) {
      const batch = sorted.slice(from, from + MESSAGES_AT_ONCE);
      const sealed = batch.map(({ notificationId, payload }) =>
        vault.seal(messagePayloadContext(bankId, notificationId), payload),
      );
      await tx.query(insertBatch, [
        bankId,
        ownerId,
        batch.map(({ stream }) => stream),
        batch.map(({ notificationId }) => notificationId),
        batch.map(({ type }) => type),
        sealed.map((each) => each.sealed),
        sealed.map((each) => each.keyVersion),
        at,
        about ?? null,
        traceParentNow(),
      ]);
    }
  };
}

/** The trace of the later delivery, if requests are traced. */
function traceParentNow(): string | null {
  return spansNow()?.current() ?? null;
}

function byCodeUnit(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1;
}
