import type { DeliveryOutcome } from '@cardwright/contract';
import { statement, type Tx } from '../../storage/index.ts';
import type { StreamName } from '../messages/stream-store.ts';

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
 * Closes a message. Without an outcome, the message was not sent and does not count as tried. Returns the number of
 * pending messages of the stream; undefined if the lease is lost. The caller must hold the stream lock.
 */
export async function closeMessage(
  tx: Tx,
  bankId: string,
  { messageId, server, attempt }: Lease,
  { endpointId, stream }: StreamName,
  settlement: { state: 'DELIVERED' | 'DEAD' | 'EXPIRED'; at: Date; outcome: DeliveryOutcome | undefined },
): Promise<number | undefined> {
  const { state, at, outcome } = settlement;
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
 * Returns whether the message is still the head of its stream; undefined if the lease is lost. The caller must hold the
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
