import type { DeliveryOutcome } from '@cardwright/contract';
import type { Page } from '../../kernel/page.ts';
import { statement, type Tx } from '../../storage/index.ts';
import type { SealedText } from '../../vault/index.ts';

export interface NewAttempt {
  readonly endpointId: string;
  /** Undefined for the sample message of an endpoint test. */
  readonly messageId: bigint | undefined;
  readonly notificationId: string;
  readonly type: string;
  readonly attempt: number;
  readonly outcome: DeliveryOutcome;
  readonly reason: string;
  readonly httpStatus: number | undefined;
  readonly durationMs: number;
  readonly answer: SealedText | undefined;
  readonly nextAttemptAt: Date | undefined;
  readonly at: Date;
}

const insertAttemptStatement = statement(
  'outbox.insert-attempt',
  `insert into outbox_attempts (bank_id, endpoint_id, message_id, notification_id, type, attempt, outcome, reason,
     http_status, duration_ms, sealed_answer, key_version, next_attempt_at, at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
);

export async function insertAttempt(tx: Tx, bankId: string, attempt: NewAttempt): Promise<void> {
  await tx.query(insertAttemptStatement, [
    bankId,
    attempt.endpointId,
    attempt.messageId ?? null,
    attempt.notificationId,
    attempt.type,
    attempt.attempt,
    attempt.outcome,
    attempt.reason,
    attempt.httpStatus ?? null,
    attempt.durationMs,
    attempt.answer?.sealed ?? null,
    attempt.answer?.keyVersion ?? null,
    attempt.nextAttemptAt ?? null,
    attempt.at,
  ]);
}

export interface AttemptRow {
  attempt_id: bigint;
  notification_id: string;
  type: string;
  attempt: number;
  outcome: DeliveryOutcome;
  reason: string;
  http_status: number | null;
  duration_ms: number;
  sealed_answer: Buffer | null;
  key_version: number | null;
  next_attempt_at: Date | null;
  at: Date;
}

/** The filter of a list. Undefined members match everything. */
interface AttemptFilter {
  readonly outcome: DeliveryOutcome | undefined;
  readonly notificationId: string | undefined;
  /** The stream of a token. */
  readonly stream: string | undefined;
}

const SELECT = `select attempt_id, notification_id, type, attempt, outcome, reason, http_status, duration_ms,
          sealed_answer, key_version, next_attempt_at, at
     from outbox_attempts a
    where a.bank_id = $1 and a.endpoint_id = $2 and (a.at, a.attempt_id) < ($3, $4)
      and ($6::text is null or a.outcome = $6)`;
const NEWEST = 'order by a.at desc, a.attempt_id desc limit $5';

const selectAttempts = statement('outbox.select-attempts', `${SELECT} ${NEWEST}`);
const selectOfNotification = statement(
  'outbox.select-attempts-of-notification',
  `${SELECT} and a.notification_id = $7
      and ($8::text is null or exists (
        select from outbox_messages m where m.bank_id = $1 and m.message_id = a.message_id and m.stream = $8))
    ${NEWEST}`,
);
// a token has few messages
const selectOfStream = statement(
  'outbox.select-attempts-of-stream',
  `${SELECT} and a.notification_id = any(array(
        select m.notification_id from outbox_messages m
         where m.bank_id = $1 and m.endpoint_id = $2 and m.stream = $7))
    ${NEWEST}`,
);

/** Lists attempts newest first, and one row more than the page holds. */
export function listEndpointAttempts(
  tx: Tx,
  bankId: string,
  endpointId: string,
  { outcome, notificationId, stream }: AttemptFilter,
  { before, limit }: Page,
): Promise<AttemptRow[]> {
  const page = [bankId, endpointId, before.at, before.id, limit + 1, outcome ?? null];
  if (notificationId !== undefined) return tx.query(selectOfNotification, [...page, notificationId, stream ?? null]);
  return stream === undefined ? tx.query(selectAttempts, page) : tx.query(selectOfStream, [...page, stream]);
}
