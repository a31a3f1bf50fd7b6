import { statement, type Tx } from '../../storage/index.ts';
import { shareOwnersEvents } from './owner-lock-store.ts';
import { lockStreamOfBank, type StreamName } from './stream-store.ts';

const endEvents = statement(
  'outbox.end-events',
  'update outbox_events set expires_at = $3 where bank_id = $1 and stream = $2 and expires_at > $3',
);
// the head expires at once, unless it is being sent; the messages behind it wait for their turn
const hastenHeads = statement(
  'outbox.hasten-ended-heads',
  `update outbox_messages set next_attempt_at = $3
    where bank_id = $1 and stream = $2 and state = 'PENDING' and expires_at > $3 and next_attempt_at > $3
      and (leased_until is null or leased_until < now())`,
);
const endMessages = statement(
  'outbox.end-messages',
  `update outbox_messages set expires_at = $3
    where bank_id = $1 and stream = $2 and state = 'PENDING' and expires_at > $3`,
);

/**
 * Expires all messages of this stream that have an expiry. It takes the same locks as writing an event, in the same
 * order, because an attempt that ends at the same time also locks the stream before it settles its message.
 */
export async function endExpiring(tx: Tx, bankId: string, stream: string, now: Date): Promise<void> {
  await shareOwnersEvents(tx, { bankId, ownerId: bankId });
  await lockStreamOfBank(tx, bankId, stream);
  for (const ends of [endEvents, hastenHeads, endMessages]) await tx.query(ends, [bankId, stream, now]);
}

const selectExpired = statement(
  'outbox.select-expired-streams',
  `select distinct endpoint_id, stream from outbox_messages
    where bank_id = $1 and state = 'PENDING' and expires_at <= $2 and (leased_until is null or leased_until < now())
    order by endpoint_id, stream limit $3`,
);

/** Finds streams with a message that has expired and is not being sent. */
export async function findExpiredStreams(tx: Tx, bankId: string, now: Date, limit: number): Promise<StreamName[]> {
  const rows = await tx.query<{ endpoint_id: string; stream: string }>(selectExpired, [bankId, now, limit]);
  return rows.map(({ endpoint_id: endpointId, stream }) => ({ endpointId, stream }));
}

const dropMessages = statement(
  'outbox.drop-expired-messages',
  `with dropped as (
     update outbox_messages m set state = 'EXPIRED', settled_at = $4, next_attempt_at = null, leased_until = null,
            leased_by = null
      where m.bank_id = $1 and m.endpoint_id = $2 and m.stream = $3 and m.state = 'PENDING' and m.expires_at <= $4
        and (m.leased_until is null or m.leased_until < now())
     returning m.message_id
   )
   update outbox_streams s set pending = s.pending - (select count(*)::int from dropped)
    where s.bank_id = $1 and s.endpoint_id = $2 and s.stream = $3`,
);

/** Drops the expired messages of a stream. The caller must hold the stream lock. */
export async function dropExpiredMessagesOf(tx: Tx, bankId: string, stream: StreamName, now: Date): Promise<void> {
  await tx.query(dropMessages, [bankId, stream.endpointId, stream.stream, now]);
}
