import type { DeliveryOutcome } from '@cardwright/contract';
import { statement, type Tx } from '../../storage/index.ts';
import type { SealedText } from '../../vault/index.ts';

// skips locked rows, so that no message waits for another transaction
const lockFreeStatement = statement(
  'outbox.lock-free-streams',
  `select s.stream from outbox_streams s
    where s.bank_id = $1 and s.endpoint_id = $2 and s.stream = any($3) for update skip locked`,
  { plannedEachTime: true },
);

/** Locks those of these streams that no other transaction has locked until the transaction ends. Returns them. */
export async function lockFreeStreams(
  tx: Tx,
  bankId: string,
  endpointId: string,
  streams: readonly string[],
): Promise<string[]> {
  const rows = await tx.query<{ stream: string }>(lockFreeStatement, [bankId, endpointId, streams]);
  return rows.map(({ stream }) => stream);
}

/** A message of a request that failed. */
export interface PostponedMessage {
  readonly messageId: bigint;
  readonly stream: string;
  readonly notificationId: string;
  readonly type: string;
  /** Identifies the lease together with the server's name. */
  readonly attempt: number;
  readonly nextAttemptAt: Date;
}

/** The stored part of the attempt, the same for each of its messages. */
interface FailedRequest {
  readonly outcome: DeliveryOutcome;
  readonly reason: string;
  readonly httpStatus: number | undefined;
  readonly durationMs: number;
  readonly answer: SealedText | undefined;
  readonly at: Date;
}

/**
 * `is_head` is null if the lease was lost: then only the attempt is stored. It is false if another message of the
 * stream is first.
 */
interface PostponedRow {
  message_id: bigint;
  stream: string;
  is_head: boolean | null;
}

// a separate statement after the locks, so that it sees replays that were committed before
const postponeTogether = statement(
  'outbox.postpone-together',
  `with given as (
     select * from unnest($4::bigint[], $5::text[], $6::text[], $7::text[], $8::int[], $9::timestamptz[])
       as g (message_id, stream, notification_id, type, attempt, next_attempt_at)
   ), postponed as (
     update outbox_messages m
        set failures = m.failures + 1, leased_until = null, leased_by = null, last_outcome = $10::text,
            next_attempt_at = case when exists (
              select from outbox_messages e
               where e.bank_id = $1 and e.endpoint_id = $2 and e.stream = m.stream
                 and e.state = 'PENDING' and e.stream_sequence < m.stream_sequence
            ) then null else g.next_attempt_at end
       from given g
      where m.bank_id = $1 and m.message_id = g.message_id and m.leased_by = $3 and m.attempts = g.attempt
     returning m.message_id, m.next_attempt_at is not null as is_head
   ), kept as (
     insert into outbox_attempts (bank_id, endpoint_id, message_id, notification_id, type, attempt, outcome, reason,
       http_status, duration_ms, sealed_answer, key_version, next_attempt_at, at)
     select $1, $2, g.message_id, g.notification_id, g.type, g.attempt, $10::text, $11::text, $12::smallint, $13::int,
            $14::bytea, $15::smallint, g.next_attempt_at, $16::timestamptz
       from given g
   )
   select g.message_id, g.stream, p.is_head from given g left join postponed p on p.message_id = g.message_id`,
  { plannedEachTime: true },
);

/** Postpones the messages of one request, each to its own time. The caller must hold the locks of their streams. */
export function postponeMessages(
  tx: Tx,
  bankId: string,
  { endpointId, server }: { endpointId: string; server: string },
  messages: readonly PostponedMessage[],
  { outcome, reason, httpStatus, durationMs, answer, at }: FailedRequest,
): Promise<PostponedRow[]> {
  const each = <T>(read: (message: PostponedMessage) => T) => messages.map(read);
  return tx.query(postponeTogether, [
    bankId,
    endpointId,
    server,
    each(({ messageId }) => messageId),
    each(({ stream }) => stream),
    each(({ notificationId }) => notificationId),
    each(({ type }) => type),
    each(({ attempt }) => attempt),
    each(({ nextAttemptAt }) => nextAttemptAt),
    outcome,
    reason,
    httpStatus ?? null,
    durationMs,
    answer?.sealed ?? null,
    answer?.keyVersion ?? null,
    at,
  ]);
}
