import type { AmendmentType } from '@cardwright/contract';
import { batchesOf } from '../../platform/kernel/concurrency/pauses.ts';
import { statement, type Tx } from '../../platform/storage/index.ts';
import type { StoredHit } from '../records/stored-hit.ts';

/** An amendment that waits for the screening or for an approval. */
export interface HeldAmendmentRow {
  merchant_id: string;
  application_id: string;
  types: AmendmentType[];
  /** The amendment as it was sent, as JSON text. */
  amendment: string;
  short_fields: string[];
  /** The chain to which LINKED_CHAIN links the merchant. */
  chain_id: string | null;
  /** Ids of the terminals that the amendment adds. */
  terminals: string[];
  request_id: string;
  /** The caller that sent the amendment. */
  submitted_by: string;
  screening_attempts: number;
  /** Hits of the last screening. Before the first one, the hits of the boarding. */
  earlier_hits: StoredHit[] | null;
}

export const HELD_AMENDMENT_COLUMNS = `a.merchant_id, a.application_id, a.types, a.amendment, a.short_fields, a.chain_id, a.terminals,
  r.request_id, r.caller as submitted_by, a.screening_attempts, a.earlier_hits`;

const HELD_AT_ONCE = { rows: 100, characters: Number.POSITIVE_INFINITY };

const selectHeldAmendments = statement(
  'merchants.read-held-amendments',
  `select ${HELD_AMENDMENT_COLUMNS} from merchant_amendments a
     join merchant_applications p on p.acquirer_id = $1 and p.application_id = a.application_id
     join onboarding_requests r on r.acquirer_id = p.acquirer_id and r.request_no = p.request_no
    where a.acquirer_id = $1 and a.application_id = $2 and a.merchant_id = any($3) and a.status in ('SCREENING', 'PENDING_APPROVAL')
    order by a.amendment_no`,
);

/** Reads the amendments in several statements, because together they may be as large as a request. */
export async function readHeldAmendments(
  tx: Tx,
  acquirerId: string,
  applicationId: string,
  ids: readonly string[],
): Promise<HeldAmendmentRow[]> {
  const rows: HeldAmendmentRow[] = [];
  for (const batch of batchesOf(ids, HELD_AT_ONCE)) {
    rows.push(...(await tx.query<HeldAmendmentRow>(selectHeldAmendments, [acquirerId, applicationId, batch])));
  }
  return rows;
}

const updateApplied = statement(
  'merchants.finish-amendments',
  `with applied as (
     update merchant_amendments a
        set status = 'BOARDED', version = f.version, approved_by = $3, next_screening_at = null,
            screening_leased_until = null, screening_leased_by = null, changed_at = $2,
            screening_hits = coalesce(f.hits::jsonb, a.screening_hits), earlier_hits = null
       from unnest($4::text[], $5::text[], $6::int[], $7::text[]) as f (application_id, merchant_id, version, hits)
      where a.acquirer_id = $1 and a.application_id = f.application_id and a.merchant_id = f.merchant_id
     returning a.acquirer_id, a.application_id, a.merchant_id, a.version
   )
   update merchant_submissions s set version = a.version
     from applied a
     join merchant_applications p on p.acquirer_id = $1 and p.application_id = a.application_id
    where s.acquirer_id = $1 and s.request_no = p.request_no and s.merchant_id = a.merchant_id`,
);

export interface FinishedAmendment {
  readonly applicationId: string;
  readonly merchantId: string;
  readonly version: number;
  /** Null if the hits stay as they are. */
  readonly hits: readonly StoredHit[] | null;
}

/** Marks amendments as applied, and stores the version in the submissions that show a request's status. */
export async function finishAmendments(
  tx: Tx,
  acquirerId: string,
  { at, approver }: { at: Date; approver: string | null },
  rows: readonly FinishedAmendment[],
): Promise<void> {
  await tx.query(updateApplied, [
    acquirerId,
    at,
    approver,
    rows.map(({ applicationId }) => applicationId),
    rows.map(({ merchantId }) => merchantId),
    rows.map(({ version }) => version),
    rows.map(({ hits }) => (hits === null ? null : JSON.stringify(hits))),
  ]);
}
