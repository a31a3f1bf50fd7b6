import { statement, type Tx } from '../../storage/index.ts';
import type { Vault } from '../../vault/index.ts';
import type { EndpointOwner } from '../endpoints/endpoint-store.ts';
import { messagePayloadContext } from '../outbox-seal-contexts.ts';

/** A notification for every endpoint of its bank. */
interface NewMessage {
  readonly bankId: string;
  /** Messages of one stream are delivered strictly in the order in which they were written. */
  readonly stream: string;
  /** The same for every endpoint and attempt: receivers recognise repeats by it. */
  readonly notificationId: string;
  readonly type: string;
  /** JSON text, sent unchanged. */
  readonly payload: string;
  readonly at: Date;
}

/**
 * Writes a notification in the transaction of the change that it reports. Several streams must be written in the order
 * of their names (by code unit), the order in which a replay locks them: otherwise two transactions could deadlock.
 */
export type Enqueue = (tx: Tx, message: NewMessage) => Promise<void>;

// The upsert locks the stream row before the message is written, so `pending` is exact: the message that finds nobody
// pending before it becomes the head, even while another one is being settled.
const insertMessages = statement(
  'outbox.insert-messages',
  `with streams as (
     insert into outbox_streams (bank_id, endpoint_id, stream, last_sequence, pending)
     select e.bank_id, e.endpoint_id, $2, 1, 1 from webhook_endpoints e
      where e.bank_id = $1 and e.owner_kind = 'bank' order by e.endpoint_id
     on conflict (bank_id, endpoint_id, stream) do update
       set last_sequence = outbox_streams.last_sequence + 1, pending = outbox_streams.pending + 1
     returning bank_id, endpoint_id, last_sequence, pending
   ), written as (
     insert into outbox_messages (bank_id, endpoint_id, stream, stream_sequence, notification_id, type, sealed_payload,
       key_version, created_at, pending_since, next_attempt_at)
     select s.bank_id, s.endpoint_id, $2, s.last_sequence, $3, $4, $5, $6, $7, $7,
            case when s.pending = 1 then $7::timestamptz end
       from streams s
     returning message_id
   )
   select pg_notify('cardwright_outbox', '') where exists (select from written)`,
);

/**
 * Writes a message for every endpoint of the bank, whatever its state: a paused endpoint gets it once it is active
 * again.
 */
export function createEnqueue(vault: Vault): Enqueue {
  return async (tx, { bankId, stream, notificationId, type, payload, at }) => {
    const { sealed, keyVersion } = vault.seal(messagePayloadContext(bankId, notificationId), payload);
    await tx.query(insertMessages, [bankId, stream, notificationId, type, sealed, keyVersion, at]);
  };
}

/** One notification of a batch. */
export type BatchMessage = Pick<NewMessage, 'stream' | 'notificationId' | 'type' | 'payload'>;

/**
 * Writes many notifications for all endpoints of one owner, in the transaction of the change that they report. Messages
 * of one stream are delivered in the order given; streams may come in any order.
 */
export type EnqueueAll = (tx: Tx, owner: EndpointOwner, messages: readonly BatchMessage[], at: Date) => Promise<void>;

const MESSAGES_AT_ONCE = 50;

const selectHasEndpoints = statement(
  'outbox.select-has-endpoints',
  'select exists (select from webhook_endpoints where bank_id = $1 and owner_id = $2) as found',
);

// the messages come sorted by stream: `position` is the order in which streams are locked, and the order within a
// stream
const insertBatch = statement(
  'outbox.insert-batch',
  `with given as (
     select m.*, row_number() over (partition by m.stream order by m.position) as nth
       from unnest($3::text[], $4::text[], $5::text[], $6::bytea[], $7::smallint[])
         with ordinality as m (stream, notification_id, type, sealed_payload, key_version, position)
   ), named as (
     select stream, min(position) as position, count(*)::int as messages from given group by stream
   ), streams as (
     insert into outbox_streams (bank_id, endpoint_id, stream, last_sequence, pending)
     select e.bank_id, e.endpoint_id, n.stream, n.messages, n.messages
       from named n
       join webhook_endpoints e on e.bank_id = $1 and e.owner_id = $2
      order by n.position, e.endpoint_id
     on conflict (bank_id, endpoint_id, stream) do update
       set last_sequence = outbox_streams.last_sequence + excluded.last_sequence,
           pending = outbox_streams.pending + excluded.pending
     returning bank_id, endpoint_id, stream, last_sequence, pending
   ), written as (
     insert into outbox_messages (bank_id, endpoint_id, stream, stream_sequence, notification_id, type, sealed_payload,
       key_version, created_at, pending_since, next_attempt_at)
     select s.bank_id, s.endpoint_id, s.stream, s.last_sequence - n.messages + g.nth, g.notification_id, g.type,
            g.sealed_payload, g.key_version, $8, $8,
            case when s.pending = n.messages and g.nth = 1 then $8::timestamptz end
       from streams s
       join named n on n.stream = s.stream
       join given g on g.stream = s.stream
      order by s.endpoint_id, g.position
     returning message_id
   )
   select pg_notify('cardwright_outbox', '') where exists (select from written)`,
);

/** As createEnqueue, for many messages of one owner. For an owner without endpoints it costs one index lookup. */
export function createEnqueueAll(vault: Vault): EnqueueAll {
  return async (tx, { bankId, ownerId }, messages, at) => {
    if (messages.length === 0) return;
    const [has] = await tx.query<{ found: boolean }>(selectHasEndpoints, [bankId, ownerId]);
    if (has?.found !== true) return;
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
      ]);
    }
  };
}

function byCodeUnit(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1;
}
