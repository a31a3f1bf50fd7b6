import type { MessageState } from '@cardwright/contract';
import { queryOne, statement, type Tx } from '../../storage/index.ts';

/** A message that is no longer pending. */
export interface FinalMessage {
  message_id: bigint;
  stream: string;
  created_at: Date;
  state: MessageState;
  type: string;
}

const selectState = statement(
  'outbox.select-message-state',
  `select m.message_id, m.stream, m.created_at, m.state, m.type from outbox_messages m
    where m.bank_id = $1 and m.endpoint_id = $2 and m.notification_id = $3`,
);

export async function findMessage(
  tx: Tx,
  bankId: string,
  endpointId: string,
  notificationId: string,
): Promise<FinalMessage | undefined> {
  const values = [bankId, endpointId, notificationId];
  return (await tx.query<FinalMessage>(selectState, values))[0];
}

const selectFinalMessages = statement(
  'outbox.select-settled',
  `select message_id, stream, created_at, state, type from outbox_messages
    where bank_id = $1 and endpoint_id = $2 and created_at >= $3
      and state = any(case when $4::text is null then array['DELIVERED', 'DEAD'] else array[$4] end)
    order by created_at, message_id limit $5`,
);

/** Finds settled messages since a time, oldest first. */
export function findFinalMessagesSince(
  tx: Tx,
  bankId: string,
  endpointId: string,
  { since, state, limit }: { since: Date; state: 'DELIVERED' | 'DEAD' | 'SKIPPED' | undefined; limit: number },
): Promise<FinalMessage[]> {
  return tx.query(selectFinalMessages, [bankId, endpointId, since, state ?? null, limit]);
}

const lockStreamsStatement = statement(
  'outbox.lock-streams',
  `select s.stream from outbox_streams s
    where s.bank_id = $1 and s.endpoint_id = $2 and s.stream = any($3) order by s.stream collate "C" for update`,
  { locks: { kind: 'streams of an endpoint', by: [1, 2] } },
);

/**
 * Locks the streams in the order of their names. Until this transaction ends, no other transaction writes to them or
 * settles their messages.
 */
export async function lockStreams(
  tx: Tx,
  bankId: string,
  endpointId: string,
  streams: readonly string[],
): Promise<void> {
  await tx.query(lockStreamsStatement, [bankId, endpointId, streams]);
}

const reopenMessages = statement(
  'outbox.reopen-messages',
  `with reopened as (
     update outbox_messages m set state = 'PENDING', failures = 0, pending_since = $3, settled_at = null
      where m.bank_id = $1 and m.message_id = any($2) and m.state not in ('PENDING', 'EXPIRED')
     returning m.bank_id, m.endpoint_id, m.stream
   ), counted as (
     update outbox_streams s set pending = s.pending + r.messages
       from (select bank_id, endpoint_id, stream, count(*)::int as messages from reopened group by 1, 2, 3) r
      where s.bank_id = r.bank_id and s.endpoint_id = r.endpoint_id and s.stream = r.stream
   )
   select count(*)::int as reopened from reopened`,
);

/** Makes messages pending again and returns their number. The caller must hold the locks of their streams. */
export async function reopen(tx: Tx, bankId: string, messageIds: readonly bigint[], now: Date): Promise<number> {
  return (await queryOne<{ reopened: number }>(tx, reopenMessages, [bankId, messageIds, now])).reopened;
}

/** The first pending message of a stream, and its current head. */
interface StreamHead {
  stream: string;
  first: bigint;
  head: bigint | null;
}

// stream by stream, so that the messages behind the first ones are scanned at most once
const selectHeads = statement(
  'outbox.select-stream-heads',
  `select w.stream, f.message_id as first, h.message_id as head
     from unnest($3::text[]) as w (stream)
    cross join lateral (
      select p.message_id from outbox_messages p
       where p.bank_id = $1 and p.endpoint_id = $2 and p.stream = w.stream and p.state = 'PENDING'
       order by p.stream_sequence limit 1
    ) f
     left join lateral (
       select p.message_id from outbox_messages p
        where p.bank_id = $1 and p.endpoint_id = $2 and p.stream = w.stream and p.state = 'PENDING'
          and p.next_attempt_at is not null
        limit 1
     ) h on true`,
);
const demoteHeads = statement(
  'outbox.demote-heads',
  `update outbox_messages set next_attempt_at = null
    where bank_id = $1 and message_id = any($2) and (leased_until is null or leased_until < now())
   returning stream`,
);
const promoteHeads = statement(
  'outbox.promote-heads',
  'update outbox_messages set next_attempt_at = $3 where bank_id = $1 and message_id = any($2)',
);

/**
 * Makes the first pending message of each stream its head. A message that is being sent stays the head until its
 * attempt ends, because two messages of a stream are never sent at the same time. The caller must hold the stream
 * locks.
 */
export async function updateHeadsFirst(
  tx: Tx,
  bankId: string,
  endpointId: string,
  streams: readonly string[],
  now: Date,
): Promise<void> {
  const streamHeads = await tx.query<StreamHead>(selectHeads, [bankId, endpointId, streams]);
  const misplaced = streamHeads.filter(({ first, head }) => head !== first);
  const heads = misplaced.flatMap(({ head }) => head ?? []);
  const demoted = await tx.query<{ stream: string }>(demoteHeads, [bankId, heads]);
  const free = new Set(demoted.map(({ stream }) => stream));
  const promoted = misplaced.filter(({ stream, head }) => head === null || free.has(stream));
  await tx.query(promoteHeads, [bankId, promoted.map(({ first }) => first), now]);
}
