import { statement, type Tx } from '../../storage/index.ts';
import type { SealedText } from '../../vault/index.ts';

/** A delivered message, with the stored part of the attempt. */
export interface DeliveredMessage {
  readonly messageId: bigint;
  readonly endpointId: string;
  readonly stream: string;
  readonly notificationId: string;
  readonly type: string;
  /** Identifies the lease together with the server's name. */
  readonly attempt: number;
  readonly reason: string;
  readonly httpStatus: number | undefined;
  readonly durationMs: number;
  readonly answer: SealedText | undefined;
  readonly at: Date;
  readonly endedAt: Date;
}

/** The result of settling a message. `is_closed` is false if the lease was lost: then only the attempt is stored. */
export interface SettlementRow {
  message_id: bigint;
  is_closed: boolean;
  /** Whether the stream has more pending messages. */
  has_more: boolean;
}

// Skips streams that other transactions have locked, with their messages, so that no message waits for another
// transaction. Locks in a separate subquery, so that each stream is found by its key, whatever the statistics are.
const settleDeliveredStatement = statement(
  'outbox.settle-delivered',
  `with given as (
     select g.*, l.stream as locked
       from unnest($2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[], $7::int[], $8::text[], $9::smallint[],
              $10::int[], $11::bytea[], $12::smallint[], $13::timestamptz[], $14::timestamptz[])
            as g (message_id, endpoint_id, stream, notification_id, type, attempt, reason, http_status, duration_ms,
              sealed_answer, key_version, at, ended_at)
      cross join lateral (
        select s.stream from outbox_streams s
         where s.bank_id = $1 and s.endpoint_id = g.endpoint_id and s.stream = g.stream
           for update skip locked
      ) l
   ), closed as (
     update outbox_messages m
        set state = 'DELIVERED', settled_at = g.ended_at, next_attempt_at = null, leased_until = null, leased_by = null,
            last_outcome = 'DELIVERED'
       from given g
      where m.bank_id = $1 and m.message_id = g.message_id and m.leased_by = $15 and m.attempts = g.attempt
     returning m.message_id, m.endpoint_id, m.stream
   ), counted as (
     update outbox_streams s set pending = s.pending - c.messages
       from (select endpoint_id, stream, count(*)::int as messages from closed group by 1, 2) c
      where s.bank_id = $1 and s.endpoint_id = c.endpoint_id and s.stream = c.stream
     returning s.endpoint_id, s.stream, s.pending
   ), kept as (
     insert into outbox_attempts (bank_id, endpoint_id, message_id, notification_id, type, attempt, outcome, reason,
       http_status, duration_ms, sealed_answer, key_version, at)
     select $1, g.endpoint_id, g.message_id, g.notification_id, g.type, g.attempt, 'DELIVERED', g.reason, g.http_status,
            g.duration_ms, g.sealed_answer, g.key_version, g.at
       from given g
   )
   select g.message_id, c.message_id is not null as is_closed, coalesce(n.pending, 0) > 0 as has_more
     from given g
     left join closed c on c.message_id = g.message_id
     left join counted n on n.endpoint_id = g.endpoint_id and n.stream = g.stream`,
  { plannedEachTime: true },
);

/**
 * Settles delivered messages of a bank, and stores their attempts. Messages whose stream another transaction has locked
 * are not in the result, and nothing about them is stored. The streams of the others stay locked until the transaction
 * ends.
 */
export function settleDelivered(
  tx: Tx,
  bankId: string,
  server: string,
  messages: readonly DeliveredMessage[],
): Promise<SettlementRow[]> {
  const each = <T>(read: (message: DeliveredMessage) => T) => messages.map(read);
  return tx.query(settleDeliveredStatement, [
    bankId,
    each(({ messageId }) => messageId),
    each(({ endpointId }) => endpointId),
    each(({ stream }) => stream),
    each(({ notificationId }) => notificationId),
    each(({ type }) => type),
    each(({ attempt }) => attempt),
    each(({ reason }) => reason),
    each(({ httpStatus }) => httpStatus ?? null),
    each(({ durationMs }) => durationMs),
    each(({ answer }) => answer?.sealed ?? null),
    each(({ answer }) => answer?.keyVersion ?? null),
    each(({ at }) => at),
    each(({ endedAt }) => endedAt),
    server,
  ]);
}
