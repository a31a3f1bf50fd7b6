import { statement, type Tx } from '../../../platform/storage/index.ts';
import { type ResolvedMessage, UNKNOWN_BANK } from '../message/resolved-message.ts';

/** An institution without leading zeros: DE90 of ISO 8583 pads it, and DE32 of the original does not. Pure. */
export function withoutZeros(institution: string): string {
  return institution.replace(/^0+/, '');
}

/** The fields by which a reversal identifies its original. */
export interface OriginalKeys {
  /** The bank that reverses; undefined for a network, whose original may belong to any bank. */
  readonly bankId: string | undefined;
  /** The caller that sent the original; undefined if the bank itself reverses. */
  readonly sender: number | undefined;
  readonly retrievalReference: bigint;
  readonly acquirer: string | undefined;
  readonly systemTrace: number | undefined;
  /** Whether the original is an advice. An advice with the same fields as a request is a separate message. */
  readonly isAdvice: boolean;
}

const insertEarlyReversal = statement(
  'authorization.insert-early-reversal',
  `insert into early_reversals (bank_id, retrieval_reference, acquirer, system_trace, sender, of_advice, arrived_at, expires_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8)
   on conflict (bank_id, retrieval_reference, acquirer, system_trace, sender) do update set
     expires_at = excluded.expires_at,
     of_advice = case when early_reversals.of_advice = excluded.of_advice then excluded.of_advice end`,
);

export async function storeEarlyReversal(tx: Tx, keys: OriginalKeys, arrivedAt: Date, expiresAt: Date): Promise<void> {
  const { bankId = UNKNOWN_BANK, sender = null, retrievalReference, acquirer = '', systemTrace = -1, isAdvice } = keys;
  await tx.query(insertEarlyReversal, [
    bankId,
    retrievalReference,
    withoutZeros(acquirer),
    systemTrace,
    sender,
    isAdvice,
    arrivedAt,
    expiresAt,
  ]);
}

/** The advisory lock that every batch holds until it commits, in shared mode: {@link batchesInFlight} finds the holders. */
export const BATCH_LOCK = { class: 63, object: 1 } as const;

const selectInFlight = statement(
  'authorization.select-batches-in-flight',
  `select distinct l.virtualtransaction as batch from pg_locks l
     join pg_database d on d.oid = l.database and d.datname = current_database()
    where l.locktype = 'advisory' and l.classid = ${BATCH_LOCK.class} and l.objid = ${BATCH_LOCK.object} and l.objsubid = 2`,
);

/** The transactions of the batches that are being decided or stored at this moment. */
export async function batchesInFlight(tx: Tx): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ batch: string }>(selectInFlight, []);
  return new Set(rows.map(({ batch }) => batch));
}

const selectEarlyReversals = statement(
  'authorization.load-early-reversals',
  `select n.place::int as place, min(r.arrived_at) as arrived_at
     from unnest($1::text[], $2::bigint[], $3::text[], $4::int[], $5::int[], $6::boolean[]) with ordinality
            as n (bank_id, retrieval_reference, acquirer, system_trace, sender, is_advice, place)
     join early_reversals r
       on r.bank_id in (n.bank_id, '${UNKNOWN_BANK}') and r.retrieval_reference = n.retrieval_reference
      and r.acquirer in ('', n.acquirer) and r.system_trace in (-1, n.system_trace)
      and (r.sender is null or n.sender is null or r.sender = n.sender) and coalesce(r.of_advice = n.is_advice, true)
    where r.expires_at > $7
    group by n.place`,
);

type Original = Pick<ResolvedMessage, 'bankId' | 'key'> & {
  /** Without a sender, as in a preview, the reversal of any caller counts. */
  readonly request: { readonly sender: number | undefined; readonly message: OriginalFields };
};
interface OriginalFields {
  readonly retrievalReference: bigint;
  readonly acquirer: string;
  readonly systemTrace: number;
  readonly advice?: unknown;
}

/** When each message was reversed before it arrived, by the message's key. */
export async function loadEarlyReversals(
  on: Tx,
  messages: readonly Original[],
  now: Date,
): Promise<ReadonlyMap<bigint, Date>> {
  if (messages.length === 0) return new Map();
  const fields = <T>(of: (one: OriginalFields) => T) => messages.map(({ request }) => of(request.message));
  const rows = await on.query<{ place: number; arrived_at: Date }>(selectEarlyReversals, [
    messages.map(({ bankId }) => bankId),
    fields(({ retrievalReference }) => retrievalReference),
    fields(({ acquirer }) => withoutZeros(acquirer)),
    fields(({ systemTrace }) => systemTrace),
    messages.map(({ request }) => request.sender ?? null),
    fields(({ advice }) => advice !== undefined),
    now,
  ]);
  return new Map(
    rows.flatMap(({ place, arrived_at: at }) => {
      const message = messages[place - 1];
      return message === undefined ? [] : [[message.key, at] as const];
    }),
  );
}

const deleteExpiredStatement = statement(
  'authorization.delete-expired-early-reversals',
  `with expired as (
     select ctid from early_reversals where bank_id = $1 and expires_at < $2 order by expires_at limit $3)
   delete from early_reversals r using expired where r.ctid = expired.ctid and r.bank_id = $1 returning r.bank_id`,
);

/** Deletes reversals whose original no longer comes. Returns how many. */
export async function deleteExpiredReversals(tx: Tx, bankId: string, now: Date, limit: number): Promise<number> {
  return (await tx.query(deleteExpiredStatement, [bankId, now, limit])).length;
}
