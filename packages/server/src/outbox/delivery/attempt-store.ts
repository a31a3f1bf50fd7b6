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

const selectAttempts = statement(
  'outbox.select-attempts',
  `select attempt_id, notification_id, type, attempt, outcome, reason, http_status, duration_ms, sealed_answer,
          key_version, next_attempt_at, at
     from outbox_attempts
    where bank_id = $1 and endpoint_id = $2 and (at, attempt_id) < ($3, $4)
    order by at desc, attempt_id desc limit $5`,
);

/** Newest first. Reads one row more than the page holds. */
export function listEndpointAttempts(
  tx: Tx,
  bankId: string,
  endpointId: string,
  { before, limit }: Page,
): Promise<AttemptRow[]> {
  return tx.query(selectAttempts, [bankId, endpointId, before.at, before.id, limit + 1]);
}
