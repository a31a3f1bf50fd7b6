import { queryOne, statement, type Tx } from '../../storage/index.ts';
import type { EndpointOwner } from '../endpoints/endpoint-store.ts';

const selectEventId = statement(
  'outbox.select-event-id',
  'select event_id from outbox_events where bank_id = $1 and owner_id = $2 and notification_id = $3',
);

/** Returns the position of an event among those of its owner. */
export async function findEventId(
  tx: Tx,
  { bankId, ownerId }: EndpointOwner,
  notificationId: string,
): Promise<bigint | undefined> {
  return (await tx.query<{ event_id: bigint }>(selectEventId, [bankId, ownerId, notificationId]))[0]?.event_id;
}

/** The events of a backfill: not older than this time, and written after this event. */
export interface BackfillRange {
  readonly since: Date;
  readonly after: bigint;
  readonly events: readonly string[];
}

const IN_RANGE = `v.bank_id = $1 and v.owner_id = $2 and v.created_at >= $3 and v.event_id > $4
      and $5::text[] && array[v.type, v.type || ':' || v.indicator, split_part(v.type, '.', 1) || '.*'] and (v.expires_at is null or v.expires_at > $6)`;

const countEvents = statement(
  'outbox.count-events',
  `select count(*)::int as events from (select from outbox_events v where ${IN_RANGE} limit $7) found`,
);

/** Counts subscribed events, but no further than `limit`. */
export async function countSubscribed(
  tx: Tx,
  { bankId, ownerId }: EndpointOwner,
  { since, after, events }: BackfillRange,
  now: Date,
  limit: number,
): Promise<number> {
  const values = [bankId, ownerId, since, after, events, now, limit];
  return (await queryOne<{ events: number }>(tx, countEvents, values)).events;
}

const copyEvents = statement(
  'outbox.copy-events',
  `with requested as (
     select v.*, row_number() over (partition by v.stream order by v.event_id) as nth
       from outbox_events v where ${IN_RANGE}
   ), streams as (
     insert into outbox_streams (bank_id, endpoint_id, stream, last_sequence, pending)
     select $1, $7, w.stream, count(*), count(*) from requested w group by w.stream order by w.stream collate "C"
   ), written as (
     insert into outbox_messages (bank_id, endpoint_id, stream, stream_sequence, notification_id, type, sealed_payload,
       key_version, created_at, pending_since, next_attempt_at, expires_at)
     select $1, $7, w.stream, w.nth, w.notification_id, w.type, w.sealed_payload, w.key_version, w.created_at, $6,
            case when w.nth = 1 then $6::timestamptz end, w.expires_at
       from requested w order by w.event_id
     returning message_id
   )
   select count(*)::int as messages from written`,
);

/** Writes a message to an endpoint for each event of the range that has none for it yet. Returns the number. */
export async function copySubscribed(
  tx: Tx,
  { bankId, ownerId }: EndpointOwner,
  endpointId: string,
  { since, after, events }: BackfillRange,
  now: Date,
): Promise<number> {
  const values = [bankId, ownerId, since, after, events, now, endpointId];
  return (await queryOne<{ messages: number }>(tx, copyEvents, values)).messages;
}
