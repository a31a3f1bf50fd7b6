import { statement, type Tx } from '../../storage/index.ts';
import type { EndpointOwner } from '../endpoints/endpoint-store.ts';
import { OUTBOX_CHANNEL } from '../outbox-channel.ts';

/** An event with its sealed payload. */
export interface SealedEvent {
  readonly stream: string;
  readonly notificationId: string;
  readonly type: string;
  readonly sealed: Buffer;
  readonly keyVersion: number;
}

export interface SealedBankEvent extends SealedEvent {
  readonly bankId: string;
  readonly indicator: string | undefined;
  readonly at: Date;
  readonly expiresAt: Date | undefined;
  readonly traceParent: string | null;
}

// The upsert locks the stream row before the message is written, so `pending` is exact: the message that finds nothing
// pending before it becomes the head, even while another one is being settled.
const insertOne = statement(
  'outbox.insert-messages',
  `with event as (
     insert into outbox_events (bank_id, owner_id, notification_id, stream, type, indicator, sealed_payload, key_version,
       created_at, expires_at)
     values ($1, $1, $3, $2, $4, $8, $5, $6, $7, $9)
   ), streams as (
     insert into outbox_streams (bank_id, endpoint_id, stream, last_sequence, pending)
     select e.bank_id, e.endpoint_id, $2, 1, 1 from webhook_endpoints e
      where e.bank_id = $1 and e.owner_kind = 'bank' and e.events && array[$4, $4 || ':' || $8, split_part($4, '.', 1) || '.*']
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

/** Writes an event of a bank, and a message to each of its endpoints that subscribed to it. */
export async function insertMessages(tx: Tx, event: SealedBankEvent): Promise<void> {
  const { bankId, stream, notificationId, type, sealed, keyVersion, at, indicator, expiresAt, traceParent } = event;
  const some = [bankId, stream, notificationId, type, sealed, keyVersion, at, indicator ?? null, expiresAt ?? null];
  await tx.query(insertOne, [...some, traceParent]);
}

// the messages are sorted by stream: `position` is the order in which streams are locked, and the order within a stream
const insertMany = statement(
  'outbox.insert-batch',
  `with given as (
     select m.*
       from unnest($3::text[], $4::text[], $5::text[], $6::bytea[], $7::smallint[])
         with ordinality as m (stream, notification_id, type, sealed_payload, key_version, position)
   ), events as (
     insert into outbox_events (bank_id, owner_id, notification_id, stream, type, sealed_payload, key_version, created_at)
     select $1, $2, g.notification_id, g.stream, g.type, g.sealed_payload, g.key_version, $8
       from given g order by g.position
   ), requested as (
     select e.endpoint_id, g.*, row_number() over (partition by e.endpoint_id, g.stream order by g.position) as nth
       from given g
       join webhook_endpoints e on e.bank_id = $1 and e.owner_id = $2 and e.events && array[g.type, split_part(g.type, '.', 1) || '.*']
        and ($9::text is null or e.endpoint_id <> $9)
   ), named as (
     select endpoint_id, stream, min(position) as position, count(*)::int as messages
       from requested group by endpoint_id, stream
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
       join requested w on w.stream = s.stream and w.endpoint_id = s.endpoint_id
      order by s.endpoint_id, w.position
     returning message_id
   )
   select 1 as woken from written limit 1`,
  { notifies: OUTBOX_CHANNEL, plannedEachTime: true },
);

/**
 * Writes events of one owner, sorted by stream, and messages to its endpoints. The endpoint `about` gets none of them.
 */
export async function insertBatch(
  tx: Tx,
  { bankId, ownerId }: EndpointOwner,
  events: readonly SealedEvent[],
  { at, about, traceParent }: { at: Date; about: string | undefined; traceParent: string | null },
): Promise<void> {
  await tx.query(insertMany, [
    bankId,
    ownerId,
    events.map(({ stream }) => stream),
    events.map(({ notificationId }) => notificationId),
    events.map(({ type }) => type),
    events.map(({ sealed }) => sealed),
    events.map(({ keyVersion }) => keyVersion),
    at,
    about ?? null,
    traceParent,
  ]);
}
