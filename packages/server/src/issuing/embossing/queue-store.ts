import { statement, type Tx } from '../../platform/storage/index.ts';
import type { NewPlastic } from '../cards/index.ts';

const insertEntry = statement(
  'embossing.insert-entry',
  `insert into embossing_queue (bank_id, account_id, card_id, sequence_number, reason, queued_at, delivery_address)
   values ($1, $2, $3, $4, $5, $6, $7)`,
);

/** Queues a plastic, in the transaction that creates it. */
export async function queuePlastic(tx: Tx, bankId: string, plastic: NewPlastic, now: Date): Promise<void> {
  const { key, sequenceNumber, reason, deliveryAddress } = plastic;
  const address = deliveryAddress === undefined ? null : JSON.stringify(deliveryAddress);
  await tx.query(insertEntry, [bankId, key.account_id, key.card_id, sequenceNumber, reason, now, address]);
}

/** The reason why a plastic will never be written. */
export type OmissionReason = 'CARD_ENDED' | 'SUPERSEDED' | 'EXPIRED';
/** The reason why a plastic stays in the queue. */
export type HoldReason = 'NO_NAME';

const updateOmitted = statement(
  'embossing.leave-out',
  `update embossing_queue q set left_out = n.because, delivery_address = null
     from unnest($2::bigint[], $3::text[]) as n (queue_id, because)
    where q.bank_id = $1 and q.queue_id = n.queue_id`,
);

export async function leaveOut(
  tx: Tx,
  bankId: string,
  entries: readonly { queueId: bigint; because: OmissionReason }[],
): Promise<void> {
  if (entries.length === 0) return;
  await tx.query(updateOmitted, [bankId, entries.map(({ queueId }) => queueId), entries.map(({ because }) => because)]);
}

const updateUnready = statement(
  'embossing.hold',
  'update embossing_queue set held_because = $3 where bank_id = $1 and queue_id = any($2::bigint[])',
);

export async function hold(tx: Tx, bankId: string, queueIds: readonly bigint[], because: HoldReason): Promise<void> {
  if (queueIds.length > 0) await tx.query(updateUnready, [bankId, queueIds, because]);
}

export interface SealedRecord {
  readonly queueId: bigint;
  readonly sealed: Buffer;
  readonly keyVersion: number;
}

const updateClaimed = statement(
  'embossing.take',
  `update embossing_queue q
      set run_number = $2, position = n.position, sealed_record = n.sealed, record_key_version = n.key_version,
          delivery_address = null
     from unnest($3::bigint[], $4::bytea[], $5::smallint[]) with ordinality as n (queue_id, sealed, key_version, position)
    where q.bank_id = $1 and q.queue_id = n.queue_id and q.run_number is null and q.left_out is null
   returning q.queue_id`,
);

/** Assigns entries to a run, in the order of its file. Returns the number of entries. */
export async function takeEntries(
  tx: Tx,
  bankId: string,
  runNumber: number,
  records: readonly SealedRecord[],
): Promise<number> {
  const rows = await tx.query(updateClaimed, [
    bankId,
    runNumber,
    records.map(({ queueId }) => queueId),
    records.map(({ sealed }) => sealed),
    records.map(({ keyVersion }) => keyVersion),
  ]);
  return rows.length;
}

export interface ClaimedRow {
  card_id: bigint;
  queue_id: bigint;
  sealed_record: Buffer;
  record_key_version: number;
}

const selectClaimed = statement(
  'embossing.select-claimed',
  `select card_id, queue_id, sealed_record, record_key_version from embossing_queue
    where bank_id = $1 and run_number = $2 order by position`,
);

/** Reads the entries of a run, in the order of its file. */
export function readClaimRows(tx: Tx, bankId: string, runNumber: number): Promise<ClaimedRow[]> {
  return tx.query(selectClaimed, [bankId, runNumber]);
}
