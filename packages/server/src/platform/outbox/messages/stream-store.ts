import { statement, type Tx } from '../../storage/index.ts';

/** A stream: messages of one endpoint that are sent one after the other. */
export interface StreamName {
  readonly endpointId: string;
  readonly stream: string;
}

const lockStreamStatement = statement(
  'outbox.lock-stream',
  'select stream from outbox_streams where bank_id = $1 and endpoint_id = $2 and stream = $3 for update',
  { locks: { kind: 'stream', by: [1, 2, 3] } },
);

/** Locks the stream: until this transaction ends, no other transaction writes to it or settles its messages. */
export async function lockStream(tx: Tx, bankId: string, { endpointId, stream }: StreamName): Promise<void> {
  await tx.query(lockStreamStatement, [bankId, endpointId, stream]);
}

const lockStreamOfBankStatement = statement(
  'outbox.lock-stream-of-bank',
  `select s.stream from webhook_endpoints e
     join outbox_streams s on s.bank_id = e.bank_id and s.endpoint_id = e.endpoint_id and s.stream = $2
    where e.bank_id = $1 and e.owner_kind = 'bank'
    order by e.endpoint_id for update of s`,
);

/** Locks the stream at all endpoints of the bank, in the order in which an event is written to them. */
export async function lockStreamOfBank(tx: Tx, bankId: string, stream: string): Promise<void> {
  await tx.query(lockStreamOfBankStatement, [bankId, stream]);
}

const promoteHeadStatement = statement(
  'outbox.promote-head',
  `update outbox_messages m set next_attempt_at = $4
    where m.bank_id = $1 and m.next_attempt_at is null
      and m.message_id = (
        select p.message_id from outbox_messages p
         where p.bank_id = $1 and p.endpoint_id = $2 and p.stream = $3 and p.state = 'PENDING'
         order by p.stream_sequence limit 1
      )`,
);

/** Makes the first pending message of the stream due. The caller must hold the stream lock. */
export async function promoteHead(tx: Tx, bankId: string, stream: StreamName, now: Date): Promise<void> {
  await tx.query(promoteHeadStatement, [bankId, stream.endpointId, stream.stream, now]);
}

// a separate statement after the lock, so that it sees everything that was written to the streams before
const promoteHeadsStatement = statement(
  'outbox.promote-heads-of-streams',
  `update outbox_messages m set next_attempt_at = $4
     from unnest($2::text[], $3::text[]) as w (endpoint_id, stream)
    cross join lateral (
      select p.message_id from outbox_messages p
       where p.bank_id = $1 and p.endpoint_id = w.endpoint_id and p.stream = w.stream and p.state = 'PENDING'
       order by p.stream_sequence limit 1
    ) first
    where m.bank_id = $1 and m.message_id = first.message_id and m.next_attempt_at is null`,
  { plannedEachTime: true },
);

/** Makes the first pending message of many streams of a bank due. The caller must hold the locks of all of them. */
export async function promoteHeads(tx: Tx, bankId: string, streams: readonly StreamName[], now: Date): Promise<void> {
  const names = [streams.map(({ endpointId }) => endpointId), streams.map(({ stream }) => stream)];
  await tx.query(promoteHeadsStatement, [bankId, ...names, now]);
}
