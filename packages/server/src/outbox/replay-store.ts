import type { MessageState } from '@cardwright/contract';
import { statement, type Tx } from '../storage/index.ts';

const selectState = statement(
  'outbox.select-message-state',
  `select m.message_id, m.state from outbox_messages m
    where m.bank_id = $1 and m.endpoint_id = $2 and m.notification_id = $3`,
);

export async function findMessage(
  tx: Tx,
  bankId: string,
  endpointId: string,
  notificationId: string,
): Promise<{ message_id: bigint; state: MessageState } | undefined> {
  const values = [bankId, endpointId, notificationId];
  return (await tx.query<{ message_id: bigint; state: MessageState }>(selectState, values))[0];
}

const selectSettled = statement(
  'outbox.select-settled',
  `select message_id, created_at from outbox_messages
    where bank_id = $1 and endpoint_id = $2 and created_at >= $3 and state <> 'PENDING'
      and ($4::text is null or state = $4)
    order by created_at, message_id limit $5`,
);

/** Oldest first. */
export function findSettledSince(
  tx: Tx,
  bankId: string,
  endpointId: string,
  { since, state, limit }: { since: Date; state: 'DELIVERED' | 'DEAD' | undefined; limit: number },
): Promise<{ message_id: bigint; created_at: Date }[]> {
  return tx.query(selectSettled, [bankId, endpointId, since, state ?? null, limit]);
}

const lockStreamsStatement = statement(
  'outbox.lock-streams',
  `select s.stream from outbox_streams s
    where s.bank_id = $1 and s.endpoint_id = $2
      and s.stream in (select m.stream from outbox_messages m where m.bank_id = $1 and m.message_id = any($3))
    order by s.stream collate "C" for update`,
);

/** Streams of these messages, in the order of their names: locked, so that nobody writes into or settles one. */
export async function lockStreamsOf(
  tx: Tx,
  bankId: string,
  endpointId: string,
  messageIds: readonly bigint[],
): Promise<string[]> {
  const rows = await tx.query<{ stream: string }>(lockStreamsStatement, [bankId, endpointId, messageIds]);
  return rows.map(({ stream }) => stream);
}

const reopenMessages = statement(
  'outbox.reopen-messages',
  `with reopened as (
     update outbox_messages m set state = 'PENDING', failures = 0, pending_since = $3, settled_at = null
      where m.bank_id = $1 and m.message_id = any($2) and m.state <> 'PENDING'
     returning m.bank_id, m.endpoint_id, m.stream
   ), counted as (
     update outbox_streams s set pending = s.pending + r.messages
       from (select bank_id, endpoint_id, stream, count(*)::int as messages from reopened group by 1, 2, 3) r
      where s.bank_id = r.bank_id and s.endpoint_id = r.endpoint_id and s.stream = r.stream
   )
   select count(*)::int as reopened from reopened`,
);

/** How many are pending again. The caller holds the locks of their streams. */
export async function reopen(tx: Tx, bankId: string, messageIds: readonly bigint[], now: Date): Promise<number> {
  return (await tx.query<{ reopened: number }>(reopenMessages, [bankId, messageIds, now]))[0]!.reopened;
}

const demoteHeadsStatement = statement(
  'outbox.demote-heads',
  `update outbox_messages m set next_attempt_at = null
    where m.bank_id = $1 and m.endpoint_id = $2 and m.stream = any($3) and m.next_attempt_at is not null
      and (m.leased_until is null or m.leased_until < now())
      and exists (
        select from outbox_messages e
         where e.bank_id = m.bank_id and e.endpoint_id = m.endpoint_id and e.stream = m.stream
           and e.state = 'PENDING' and e.stream_sequence < m.stream_sequence
      )`,
);
const promoteHeadsStatement = statement(
  'outbox.promote-heads',
  `update outbox_messages m set next_attempt_at = $4
     from (select p.stream, min(p.stream_sequence) as stream_sequence,
                  bool_or(p.next_attempt_at is not null) as has_head
             from outbox_messages p
            where p.bank_id = $1 and p.endpoint_id = $2 and p.stream = any($3) and p.state = 'PENDING'
            group by p.stream) head
    where m.bank_id = $1 and m.endpoint_id = $2 and m.stream = head.stream and m.state = 'PENDING'
      and m.stream_sequence = head.stream_sequence and not head.has_head`,
);

/**
 * Makes the first pending message of each stream its head. One that is being sent at this moment stays the head until
 * then: two of a stream are never under way at once. The caller holds the streams' locks.
 */
export async function putHeadsFirst(
  tx: Tx,
  bankId: string,
  endpointId: string,
  streams: readonly string[],
  now: Date,
): Promise<void> {
  await tx.query(demoteHeadsStatement, [bankId, endpointId, streams]);
  // asked afterwards: one that was taken in between is no longer free, and is seen here
  await tx.query(promoteHeadsStatement, [bankId, endpointId, streams, now]);
}

const makeDueStatement = statement(
  'outbox.make-due',
  `update outbox_messages m set next_attempt_at = $3
    where m.bank_id = $1 and m.message_id in (
      select f.message_id from outbox_messages f
       where f.bank_id = $1 and f.endpoint_id = $2 and f.next_attempt_at > $3
         and (f.leased_until is null or f.leased_until < now())
         for update skip locked
    )`,
);

/** Brings the next attempt of everything that waits for one forward to now. Waits for no message that somebody works at. */
export async function makeDue(tx: Tx, bankId: string, endpointId: string, now: Date): Promise<void> {
  await tx.query(makeDueStatement, [bankId, endpointId, now]);
}

const notifyRelays = statement('outbox.notify-relays', `select pg_notify('cardwright_outbox', '')`);

/** Tells the relays of all servers to look, once this transaction is committed. */
export async function wakeRelays(tx: Tx): Promise<void> {
  await tx.query(notifyRelays, []);
}
