import { statement, type Tx } from '../../platform/storage/index.ts';
import type { StoredHit } from '../records/stored-hit.ts';
import type { ScreeningClaimant } from '../screening/screening-store.ts';
import { HELD_AMENDMENT_COLUMNS, type HeldAmendmentRow } from './held-amendment-store.ts';

const selectAcquirerDue = statement(
  'merchants.select-acquirer-of-amendments',
  `select acquirer_id from merchant_amendments
    where acquirer_id > $2 and next_screening_at <= $1
      and (screening_leased_until is null or screening_leased_until < now())
    order by acquirer_id limit 1`,
);

/**
 * Finds acquirers with amendments that are due for screening and not leased. Jumps from one acquirer to the next, so
 * that it does not read the long queue of one.
 */
export async function findAcquirersOfAmendments(tx: Tx, now: Date): Promise<string[]> {
  const acquirerIds: string[] = [];
  for (;;) {
    const [next] = await tx.query<{ acquirer_id: string }>(selectAcquirerDue, [now, acquirerIds.at(-1) ?? '']);
    if (next === undefined) return acquirerIds;
    acquirerIds.push(next.acquirer_id);
  }
}

// `materialized`, because the part that locks rows must not run twice.
const claimHeldStatement = statement(
  'merchants.claim-amendments',
  `with due as materialized (
     select acquirer_id, amendment_no from merchant_amendments
      where acquirer_id = $1 and next_screening_at <= $2
        and (screening_leased_until is null or screening_leased_until < now())
      order by next_screening_at, amendment_no
      limit $3
        for no key update skip locked
   ), claimed as (
     update merchant_amendments a
        set screening_attempts = a.screening_attempts + 1, screening_leased_by = $4,
            screening_leased_until = now() + $5::int * interval '1 millisecond'
       from due where a.acquirer_id = due.acquirer_id and a.amendment_no = due.amendment_no
     returning a.*
   )
   select ${HELD_AMENDMENT_COLUMNS} from claimed a
     join merchant_applications p on p.acquirer_id = a.acquirer_id and p.application_id = a.application_id
     join onboarding_requests r on r.acquirer_id = p.acquirer_id and r.request_no = p.request_no
    order by a.amendment_no`,
);

/** Claims amendments that are due for screening. The caller holds the acquirer's lock. */
export function claimHeldAmendments(
  tx: Tx,
  acquirerId: string,
  now: Date,
  { server, leaseMs, limit }: ScreeningClaimant,
): Promise<HeldAmendmentRow[]> {
  return tx.query(claimHeldStatement, [acquirerId, now, limit, server, leaseMs]);
}

const selectLeased = statement(
  'merchants.find-leased-amendments',
  `select a.merchant_id from merchant_amendments a
     join unnest($3::text[], $4::text[], $5::int[]) as c (application_id, merchant_id, attempt)
       on a.application_id = c.application_id and a.merchant_id = c.merchant_id and a.screening_attempts = c.attempt
    where a.acquirer_id = $1 and a.screening_leased_by = $2 and a.status = 'SCREENING'`,
);

/** Returns which of the claimed amendments the server still holds the lease of. */
export async function findLeasedAmendments(
  tx: Tx,
  acquirerId: string,
  server: string,
  claimed: readonly HeldAmendmentRow[],
): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ merchant_id: string }>(selectLeased, [
    acquirerId,
    server,
    claimed.map((row) => row.application_id),
    claimed.map((row) => row.merchant_id),
    claimed.map((row) => row.screening_attempts),
  ]);
  return new Set(rows.map((row) => row.merchant_id));
}

const updateHeldAmendment = statement(
  'merchants.settle-amendment-screening',
  `update merchant_amendments a
      set status = h.status, screening_hits = h.hits::jsonb, screening_problem = h.problem,
          next_screening_at = h.next_at,
          earlier_hits = case when h.hits is null then a.earlier_hits end,
          screening_leased_until = null, screening_leased_by = null, changed_at = $2
     from unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::timestamptz[])
       as h (application_id, merchant_id, status, hits, problem, next_at)
    where a.acquirer_id = $1 and a.application_id = h.application_id and a.merchant_id = h.merchant_id`,
);

export interface AmendmentScreeningResult {
  readonly row: HeldAmendmentRow;
  readonly status: 'SCREENING' | 'PENDING_APPROVAL';
  /** Null if the screening had no result. */
  readonly hits: readonly StoredHit[] | null;
  readonly problem: string | null;
  readonly nextAt: Date | null;
}

/** Stores the result of amendments that now wait for an approval, and of those whose screening is repeated. */
export async function settleAmendmentScreening(
  tx: Tx,
  acquirerId: string,
  at: Date,
  results: readonly AmendmentScreeningResult[],
): Promise<void> {
  await tx.query(updateHeldAmendment, [
    acquirerId,
    at,
    results.map(({ row }) => row.application_id),
    results.map(({ row }) => row.merchant_id),
    results.map(({ status }) => status),
    results.map(({ hits }) => (hits === null ? null : JSON.stringify(hits))),
    results.map(({ problem }) => problem),
    results.map(({ nextAt }) => nextAt),
  ]);
}
