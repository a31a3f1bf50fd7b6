import { statement, type Tx } from '../../platform/storage/index.ts';
import type { MerchantMove, MerchantMoveContext } from './merchant-move.ts';

const EVENTS_AT_ONCE = 500;

const insertEventsStatement = statement(
  'merchants.insert-events',
  `insert into merchant_events (acquirer_id, merchant_id, sequence, at, actor, request_id, from_state, to_state, reason,
     amendments)
   select $1, e.merchant_id, e.sequence, $2, $3, $4, e.from_state, e.to_state, e.reason, string_to_array(e.amendments, ',')
     from unnest($5::text[], $6::int[], $7::text[], $8::text[], $9::text[], $10::text[])
       as e (merchant_id, sequence, from_state, to_state, reason, amendments)`,
);

export async function insertEvents(
  tx: Tx,
  acquirerId: string,
  { at, actor, requestId }: Pick<MerchantMoveContext, 'at' | 'actor' | 'requestId'>,
  moves: readonly MerchantMove[],
): Promise<void> {
  for (let from = 0; from < moves.length; from += EVENTS_AT_ONCE) {
    const batch = moves.slice(from, from + EVENTS_AT_ONCE);
    await tx.query(insertEventsStatement, [
      acquirerId,
      at,
      actor,
      requestId,
      batch.map(({ merchantId }) => merchantId),
      batch.map(({ sequence }) => sequence),
      batch.map((move) => move.from),
      batch.map(({ to }) => to),
      batch.map(({ reason }) => reason ?? null),
      batch.map(({ amendments }) => amendments?.join(',') ?? null),
    ]);
  }
}

const updateSequences = statement(
  'merchants.count-events',
  `update merchants set sequence = sequence + $3 where acquirer_id = $1 and merchant_id = any($2)
   returning merchant_id, sequence`,
);

/** Adds a number of events to the sequence of each merchant. Returns the number of its newest event. */
export async function countEvents(
  tx: Tx,
  acquirerId: string,
  merchantIds: readonly string[],
  events = 1,
): Promise<ReadonlyMap<string, number>> {
  type Row = { merchant_id: string; sequence: number };
  const rows = await tx.query<Row>(updateSequences, [acquirerId, merchantIds, events]);
  return new Map(rows.map(({ merchant_id, sequence }) => [merchant_id, sequence]));
}
