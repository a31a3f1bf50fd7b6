import { statement, type Tx } from '../../platform/storage/index.ts';
import type { StoredHit } from '../records/stored-hit.ts';

const updateAmendmentsReviewer = statement(
  'merchants.set-amendments-reviewer',
  `update merchant_amendments set reviewed_by = $4, changed_at = $5
    where acquirer_id = $1 and application_id = $2 and merchant_id = any($3)`,
);

/** Stores the last reviewer. Null: the amendments need a new review. */
export async function setAmendmentsReviewer(
  tx: Tx,
  acquirerId: string,
  applicationId: string,
  ids: readonly string[],
  { by, at }: { by: string | null; at: Date },
): Promise<void> {
  await tx.query(updateAmendmentsReviewer, [acquirerId, applicationId, ids, by, at]);
}

const updateAmendmentHits = statement(
  'merchants.set-amendment-hits',
  `update merchant_amendments set screening_hits = $4::jsonb, changed_at = $5
    where acquirer_id = $1 and application_id = $2 and merchant_id = $3`,
);

export async function setAmendmentHits(
  tx: Tx,
  acquirerId: string,
  applicationId: string,
  merchantId: string,
  { hits, at }: { hits: readonly StoredHit[]; at: Date },
): Promise<void> {
  await tx.query(updateAmendmentHits, [acquirerId, applicationId, merchantId, JSON.stringify(hits), at]);
}

// A running screening loses its lease, because its result would belong to the earlier request.
const updateAmendmentsScreened = statement(
  'merchants.screen-amendments-again',
  `update merchant_amendments
      set status = 'SCREENING', reviewed_by = null, screening_attempts = 0, screening_problem = null,
          earlier_hits = coalesce(screening_hits, earlier_hits), screening_hits = null, next_screening_at = $4,
          screening_leased_until = null, screening_leased_by = null, changed_at = $4
    where acquirer_id = $1 and application_id = $2 and merchant_id = any($3)`,
);

export async function screenAmendmentsAgain(
  tx: Tx,
  acquirerId: string,
  applicationId: string,
  ids: readonly string[],
  at: Date,
): Promise<void> {
  await tx.query(updateAmendmentsScreened, [acquirerId, applicationId, ids, at]);
}
