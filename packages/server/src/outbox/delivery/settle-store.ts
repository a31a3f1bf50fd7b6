import type { DeliveryOutcome } from '@cardwright/contract';
import { statement, type Tx } from '../../storage/index.ts';
import type { EndpointOwner } from '../endpoints/endpoint-store.ts';
import type { StreamName } from '../messages/stream-store.ts';
import type { Disabling } from './delivery-schedule.ts';

/**
 * Identifies the lease under which a message was sent. It settles the message only if no other server has claimed it
 * since.
 */
export interface Lease {
  readonly messageId: bigint;
  readonly server: string;
  readonly attempt: number;
}

// Only a pending message has a lease, so the state is not checked: with the check, PostgreSQL may choose the index of
// pending messages, which looks small but is full of dead entries.
const closeMessageStatement = statement(
  'outbox.close-message',
  `with closed as (
     update outbox_messages
        set state = $5, settled_at = $6, next_attempt_at = null, leased_until = null, leased_by = null,
            last_outcome = coalesce($9, last_outcome), attempts = case when $9 is null then attempts - 1 else attempts end
      where bank_id = $1 and message_id = $2 and leased_by = $3 and attempts = $4
      returning message_id
   )
   update outbox_streams set pending = pending - 1
    where bank_id = $1 and endpoint_id = $7 and stream = $8 and exists (select from closed)
   returning pending`,
);

/**
 * Without an outcome the message was not sent, and does not count as tried. Returns how many messages of the stream are
 * still pending; undefined when the lease is lost. The caller holds the
 * stream lock.
 */
export async function closeMessage(
  tx: Tx,
  bankId: string,
  { messageId, server, attempt }: Lease,
  { endpointId, stream }: StreamName,
  settled: { state: 'DELIVERED' | 'DEAD' | 'EXPIRED'; at: Date; outcome: DeliveryOutcome | undefined },
): Promise<number | undefined> {
  const { state, at, outcome } = settled;
  const values = [bankId, messageId, server, attempt, state, at, endpointId, stream, outcome ?? null];
  return (await tx.query<{ pending: number }>(closeMessageStatement, values))[0]?.pending;
}

// an earlier message that was replayed during this attempt goes first
const postponeMessageStatement = statement(
  'outbox.postpone-message',
  `update outbox_messages m
      set failures = m.failures + 1, leased_until = null, leased_by = null, last_outcome = $6,
          next_attempt_at = case when exists (
            select from outbox_messages e
             where e.bank_id = m.bank_id and e.endpoint_id = m.endpoint_id and e.stream = m.stream
               and e.state = 'PENDING' and e.stream_sequence < m.stream_sequence
          ) then null else $5::timestamptz end
    where m.bank_id = $1 and m.message_id = $2 and m.leased_by = $3 and m.attempts = $4
   returning m.next_attempt_at is not null as is_head`,
);

/**
 * Returns whether the message is still the head of its stream; undefined when the lease is lost. The caller holds the
 * stream lock.
 */
export async function postponeMessage(
  tx: Tx,
  bankId: string,
  { messageId, server, attempt }: Lease,
  { nextAttemptAt, outcome }: { nextAttemptAt: Date; outcome: DeliveryOutcome },
): Promise<boolean | undefined> {
  const values = [bankId, messageId, server, attempt, nextAttemptAt, outcome];
  return (await tx.query<{ is_head: boolean }>(postponeMessageStatement, values))[0]?.is_head;
}

const clearFailures = statement(
  'outbox.clear-failures',
  `update webhook_endpoints set failing_since = null, failures = 0, failing_told = false
    where bank_id = $1 and endpoint_id = $2 and failing_since is not null`,
);

/** A delivery succeeded: ends the endpoint's run of failures. */
export async function noteDelivery(tx: Tx, bankId: string, endpointId: string): Promise<void> {
  await tx.query(clearFailures, [bankId, endpointId]);
}

// the earlier `failing_told` is read under the lock: of two failures at once, one makes the news
const countFailure = statement(
  'outbox.count-failure',
  `with before as (
     select failing_told from webhook_endpoints where bank_id = $1 and endpoint_id = $2 for no key update
   )
   update webhook_endpoints w
      set failures = w.failures + 1, failing_since = coalesce(w.failing_since, $3),
          failing_told = w.failing_told or (w.failures + 1 >= $4 and w.failing_since <= $5)
     from before
    where w.bank_id = $1 and w.endpoint_id = $2 and ($6::timestamptz is null or w.failing_since = $6)
   returning w.failures, w.failing_told and not before.failing_told as is_news`,
);

/** When a run of failures is worth telling. */
export interface WorthTelling {
  readonly failures: number;
  /** Since when it has to run. */
  readonly since: Date;
}

/** An attempt that failed. */
export interface FailedAttempt {
  /** When the run of failures began that was known at the start of the attempt. */
  readonly failingSince: Date | undefined;
  readonly at: Date;
}

/**
 * A delivery failed: starts a run of failures, or goes on with it. It counts for nothing when the run that it belonged to
 * ended meanwhile: what began before a delivery must not start a new run after it. Returns how many failed in a row, once
 * for each run, when it becomes worth telling.
 */
export async function noteFailure(
  tx: Tx,
  bankId: string,
  endpointId: string,
  { failingSince, at }: FailedAttempt,
  { failures, since }: WorthTelling,
): Promise<number | undefined> {
  type Row = { failures: number; is_news: boolean };
  const values = [bankId, endpointId, at, failures, since, failingSince ?? null];
  const [row] = await tx.query<Row>(countFailure, values);
  return row?.is_news === true ? row.failures : undefined;
}

const disableEndpointStatement = statement(
  'outbox.disable-endpoint',
  `update webhook_endpoints set state = 'DISABLED', disabled_reason = $3, changed_at = $4
    where bank_id = $1 and endpoint_id = $2 and state = 'ACTIVE'
      and ($5::timestamptz is null or failing_since <= $5)
   returning owner_kind as kind, owner_id`,
);

/** Returns the owner; undefined when the endpoint was already disabled or paused. */
export async function disableEndpoint(
  tx: Tx,
  bankId: string,
  endpointId: string,
  { reason, failingSince }: Disabling,
  at: Date,
): Promise<EndpointOwner | undefined> {
  const values = [bankId, endpointId, reason, at, failingSince ?? null];
  type Row = { kind: EndpointOwner['kind']; owner_id: string };
  const [row] = await tx.query<Row>(disableEndpointStatement, values);
  return row && { bankId, kind: row.kind, ownerId: row.owner_id };
}
