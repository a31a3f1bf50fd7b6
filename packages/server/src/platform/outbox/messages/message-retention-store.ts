import { statement, type Tx } from '../../storage/index.ts';
import type { EndpointOwner } from '../endpoints/endpoint-store.ts';
import type { StreamName } from './stream-store.ts';

const selectOverdue = statement(
  'outbox.select-overdue-streams',
  `select endpoint_id, stream from outbox_messages
    where bank_id = $1 and next_attempt_at is not null and pending_since <= $2
      and (leased_until is null or leased_until < now())
    order by endpoint_id, stream limit $3`,
);

/** Finds streams whose first message has been pending since `since` or longer, and is not being sent. */
export async function findOverdueStreams(tx: Tx, bankId: string, since: Date, limit: number): Promise<StreamName[]> {
  const rows = await tx.query<{ endpoint_id: string; stream: string }>(selectOverdue, [bankId, since, limit]);
  return rows.map(({ endpoint_id: endpointId, stream }) => ({ endpointId, stream }));
}

const abandonStatement = statement(
  'outbox.give-up-messages',
  `with dead as (
     update outbox_messages m
        set state = 'DEAD', settled_at = $5, next_attempt_at = null, leased_until = null, leased_by = null
      where m.bank_id = $1 and m.message_id in (
        select o.message_id from outbox_messages o
         where o.bank_id = $1 and o.endpoint_id = $2 and o.stream = $3 and o.state = 'PENDING' and o.pending_since <= $4
           and (o.leased_until is null or o.leased_until < now())
         order by o.stream_sequence limit $6
      )
     returning m.bank_id, m.endpoint_id, m.stream, m.notification_id, m.type
   ), counted as (
     update outbox_streams s set pending = s.pending - d.messages
       from (select bank_id, endpoint_id, stream, count(*)::int as messages from dead group by 1, 2, 3) d
      where s.bank_id = d.bank_id and s.endpoint_id = d.endpoint_id and s.stream = d.stream
   )
   select d.notification_id, d.type, e.owner_kind, e.owner_id
     from dead d left join webhook_endpoints e on e.bank_id = d.bank_id and e.endpoint_id = d.endpoint_id`,
);

/** A message that became dead, with the owner of its endpoint; null if the endpoint is deleted. */
export interface DeadMessage {
  notification_id: string;
  type: string;
  owner_kind: EndpointOwner['kind'] | null;
  owner_id: string | null;
}

/** Marks the first messages of the stream as dead and returns them. The caller must hold the stream lock. */
export async function abandonMessages(
  tx: Tx,
  bankId: string,
  { endpointId, stream }: StreamName,
  since: Date,
  now: Date,
  most: number,
): Promise<DeadMessage[]> {
  return tx.query(abandonStatement, [bankId, endpointId, stream, since, now, most]);
}

// each part contains the bank itself: Citus only deletes by row address if it sees that all rows are in one shard
const deleteMessages = statement(
  'outbox.delete-settled-messages',
  `delete from outbox_messages m
    where m.bank_id = $1 and m.ctid = any(array(
      select old.place from webhook_endpoints e
       cross join lateral (
         select o.ctid as place from outbox_messages o
          where o.bank_id = $1 and o.endpoint_id = e.endpoint_id and o.created_at < $2 and o.state <> 'PENDING'
          limit $3
       ) old
       where e.bank_id = $1
    ))
   returning m.message_id`,
);
const deleteAttempts = statement(
  'outbox.delete-attempts',
  `delete from outbox_attempts a
    using webhook_endpoints e
    cross join lateral (
      select o.attempt_id, o.at from outbox_attempts o
       where o.bank_id = e.bank_id and o.endpoint_id = e.endpoint_id and o.at < $2
       limit $3
    ) old
    where e.bank_id = $1 and a.bank_id = $1 and a.attempt_id = old.attempt_id and a.at = old.at and a.at < $2
   returning a.attempt_id`,
);

/** Deletes settled messages written before `before`, and attempts of that time. Returns the number. */
export async function deleteOld(
  tx: Tx,
  bankId: string,
  before: Date,
  limitForEach: number,
): Promise<{ messages: number; attempts: number }> {
  const messages = await tx.query(deleteMessages, [bankId, before, limitForEach]);
  const attempts = await tx.query(deleteAttempts, [bankId, before, limitForEach]);
  return { messages: messages.length, attempts: attempts.length };
}

const deleteEvents = statement(
  'outbox.delete-events',
  `delete from outbox_events v
    where v.bank_id = $1 and v.ctid = any(array(
      select o.ctid from outbox_events o where o.bank_id = $1 and o.created_at < $2
         and not exists (select from event_feeds f where f.bank_id = $1 and f.position < o.event_id
                            and (f.events <> '{}' or f.pending_position is not null))
       order by o.created_at limit $3
    ))
   returning v.event_id`,
);

/**
 * Deletes events written before `before`, except those that the feed to files still has to read. Messages have a copy
 * of the payload. Returns the number.
 */
export async function deleteOldEvents(tx: Tx, bankId: string, before: Date, limit: number): Promise<number> {
  return (await tx.query(deleteEvents, [bankId, before, limit])).length;
}

export interface PendingOfEndpoint {
  readonly bankId: string;
  readonly endpointId: string;
  readonly messages: number;
  /** The time from which the oldest message is pending. */
  readonly since: Date;
}

const selectPending = statement(
  'outbox.select-pending',
  `select bank_id as "bankId", endpoint_id as "endpointId", count(*)::int as messages, min(pending_since) as since
     from outbox_messages where bank_id = any($1::text[]) and state = 'PENDING' group by bank_id, endpoint_id`,
);

/** Reads the pending messages of endpoints that have any. */
export function readPendingOfBanks(tx: Tx, bankIds: readonly string[]): Promise<PendingOfEndpoint[]> {
  return tx.query(selectPending, [bankIds]);
}
