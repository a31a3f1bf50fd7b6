import type { AmendmentType } from '@cardwright/contract';
import { statement, type Tx } from '../../platform/storage/index.ts';
import type { StoredHit } from './stored-hit.ts';

const OPEN = `('SCREENING', 'PENDING_APPROVAL')`;

const selectOpen = statement(
  'merchants.find-open-amendments',
  `select merchant_id, application_id, types, status from merchant_amendments
    where acquirer_id = $1 and merchant_id = any($2) and status in ${OPEN}`,
);

export interface OpenAmendment {
  merchant_id: string;
  application_id: string;
  types: AmendmentType[];
  status: 'SCREENING' | 'PENDING_APPROVAL';
}

export function findOpenAmendments(
  tx: Tx,
  acquirerId: string,
  merchantIds: readonly string[],
): Promise<OpenAmendment[]> {
  return tx.query(selectOpen, [acquirerId, merchantIds]);
}

const selectHits = statement(
  'merchants.find-hits-of-boarding',
  'select merchant_id, screening_hits from merchants where acquirer_id = $1 and merchant_id = any($2)',
);

/** Returns the hits with which each merchant was boarded, with the decisions about them. */
export async function findBoardedHits(
  tx: Tx,
  acquirerId: string,
  merchantIds: readonly string[],
): Promise<ReadonlyMap<string, readonly StoredHit[]>> {
  type Row = { merchant_id: string; screening_hits: StoredHit[] | null };
  const rows = await tx.query<Row>(selectHits, [acquirerId, merchantIds]);
  return new Map(rows.map((row) => [row.merchant_id, row.screening_hits ?? []]));
}

export interface NewHeldAmendment {
  readonly applicationId: string;
  readonly merchantId: string;
  readonly types: readonly AmendmentType[];
  readonly amendment: string;
  readonly shortFields: readonly string[];
  readonly chainId: string | null;
  readonly terminals: readonly string[];
  /** Null if the amendment does not change the account. */
  readonly debitAccount: string | null;
  readonly creditAccount: string | null;
  readonly status: 'SCREENING' | 'PENDING_APPROVAL';
  readonly hits: readonly StoredHit[] | null;
  /** Earlier decisions about hits that the screening may find again. */
  readonly earlierHits: readonly StoredHit[];
}

const insertHeldAmendment = statement(
  'merchants.insert-held-amendments',
  `insert into merchant_amendments (acquirer_id, application_id, merchant_id, types, amendment, short_fields, chain_id,
     terminals, status, screening_hits, earlier_hits, screening_attempts, next_screening_at, debit_account, credit_account, created_at, changed_at)
   select $1, h.application, h.merchant, string_to_array(h.types, ','), h.amendment, string_to_array(h.short_fields, ','),
          h.chain, array(select jsonb_array_elements_text(h.terminals::jsonb)), h.status, h.hits::jsonb,
          case when h.status = 'SCREENING' then h.earlier_hits::jsonb end, case when h.status = 'SCREENING' then 0 else 1 end,
          case when h.status = 'SCREENING' then $2::timestamptz end, h.debit, h.credit, $2, $2
     from unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[],
                 $11::text[], $12::text[], $13::text[], $14::text[])
       as h (application, merchant, types, amendment, short_fields, chain, terminals, status, hits, earlier_hits, debit,
             credit)`,
);

export async function insertHeldAmendments(
  tx: Tx,
  acquirerId: string,
  rows: readonly NewHeldAmendment[],
  at: Date,
): Promise<void> {
  await tx.query(insertHeldAmendment, [
    acquirerId,
    at,
    rows.map(({ applicationId }) => applicationId),
    rows.map(({ merchantId }) => merchantId),
    rows.map(({ types }) => types.join(',')),
    rows.map(({ amendment }) => amendment),
    rows.map(({ shortFields }) => shortFields.join(',')),
    rows.map(({ chainId }) => chainId),
    rows.map(({ terminals }) => JSON.stringify(terminals)),
    rows.map(({ status }) => status),
    rows.map(({ hits }) => (hits === null ? null : JSON.stringify(hits))),
    rows.map(({ earlierHits }) => JSON.stringify(earlierHits)),
    rows.map(({ debitAccount }) => debitAccount),
    rows.map(({ creditAccount }) => creditAccount),
  ]);
}

const updateEnded = statement(
  'merchants.end-amendments',
  `update merchant_amendments
      set status = 'REJECTED', reason = $4, next_screening_at = null, screening_leased_until = null,
          screening_leased_by = null, changed_at = $3
    where acquirer_id = $1 and merchant_id = any($2) and ($5::text is null or application_id = $5) and status in ${OPEN}
   returning merchant_id, application_id, types, terminals`,
);

export interface EndedAmendment {
  merchant_id: string;
  application_id: string;
  types: AmendmentType[];
  terminals: string[];
}

/** Ends open amendments of merchants without applying them: those of one application, or all. */
export function endAmendments(
  tx: Tx,
  acquirerId: string,
  merchantIds: readonly string[],
  { at, reason, applicationId = null }: { at: Date; reason: string | null; applicationId?: string | null },
): Promise<EndedAmendment[]> {
  return tx.query(updateEnded, [acquirerId, merchantIds, at, reason, applicationId]);
}
