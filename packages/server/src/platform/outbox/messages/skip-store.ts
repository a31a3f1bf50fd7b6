import { statement, type Tx } from '../../storage/index.ts';
import { MESSAGE_COLUMNS, type MessageRow } from './message-store.ts';
import type { StreamName } from './stream-store.ts';

const skipMessageStatement = statement(
  'outbox.skip-message',
  `with skipped as (
     update outbox_messages
        set state = 'SKIPPED', settled_at = $5, next_attempt_at = null, leased_until = null, leased_by = null
      where bank_id = $1 and endpoint_id = $2 and stream = $3 and message_id = $4 and state = 'PENDING'
        and (leased_until is null or leased_until < now())
     returning ${MESSAGE_COLUMNS}
   ), counted as (
     update outbox_streams set pending = pending - 1
      where bank_id = $1 and endpoint_id = $2 and stream = $3 and exists (select from skipped)
   )
   select * from skipped`,
);

/**
 * Skips a pending message. Returns undefined if it is not pending any more, or is being sent. The caller must hold the
 * stream lock.
 */
export async function skipPending(
  tx: Tx,
  bankId: string,
  { endpointId, stream }: StreamName,
  messageId: bigint,
  now: Date,
): Promise<MessageRow | undefined> {
  return (await tx.query<MessageRow>(skipMessageStatement, [bankId, endpointId, stream, messageId, now]))[0];
}
