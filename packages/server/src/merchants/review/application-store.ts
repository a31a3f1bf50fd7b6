import type { MerchantState, MerchantStatus, ReviewAction } from '@cardwright/contract';
import { statement, type Tx } from '../../storage/index.ts';
import type { ApplicationRow, ReviewedRow } from './review-store.ts';

// applications that only amend have no merchant to review, so they are not listed
const selectApplications = statement(
  'merchants.list-applications',
  `select a.application_id, r.request_id, a.chain_id, a.created_at, r.caller as submitted_by
     from merchant_applications a
     join onboarding_requests r on r.acquirer_id = a.acquirer_id and r.request_no = a.request_no
    where a.acquirer_id = $1 and (a.created_at, a.application_id) < ($3, $4)
      and exists (select from merchants m where m.acquirer_id = a.acquirer_id and m.application_id = a.application_id
                     and ($2::text is null or m.status = $2))
    order by a.created_at desc, a.application_id desc limit $5`,
);

/** Newest first. */
export function listApplicationRows(
  tx: Tx,
  acquirerId: string,
  status: MerchantStatus | undefined,
  before: { at: Date; applicationId: string },
  limit: number,
): Promise<ApplicationRow[]> {
  return tx.query(selectApplications, [acquirerId, status ?? null, before.at, before.applicationId, limit]);
}

const countByApplication = statement(
  'merchants.count-by-application',
  `select application_id, status, count(*)::int as count from merchants
    where acquirer_id = $1 and application_id = any($2) group by application_id, status`,
);

/** How many merchants of each application have each status. */
export async function countMerchants(
  tx: Tx,
  acquirerId: string,
  applicationIds: readonly string[],
): Promise<ReadonlyMap<string, Partial<Record<MerchantStatus, number>>>> {
  type Row = { application_id: string; status: MerchantStatus; count: number };
  const counts = new Map<string, Partial<Record<MerchantStatus, number>>>();
  for (const row of await tx.query<Row>(countByApplication, [acquirerId, applicationIds])) {
    counts.set(row.application_id, { ...counts.get(row.application_id), [row.status]: row.count });
  }
  return counts;
}

const selectReviewed = statement(
  'merchants.list-reviewed',
  `select merchant_no, merchant_id, merchant_name, legal_name, mcc, trn, kyc, kyc_confirmed_by, reviewed_by, approved_by,
          status, merchant_state, sequence, screening_attempts, screening_hits, screening_problem, next_screening_at,
          information_required
     from merchants
    where acquirer_id = $1 and application_id = $2 and ($3::text is null or status = $3) and merchant_no > $4
    order by merchant_no limit $5`,
);

export function listReviewed(
  tx: Tx,
  acquirerId: string,
  applicationId: string,
  status: MerchantStatus | undefined,
  { after, limit }: { after: bigint; limit: number },
): Promise<ReviewedRow[]> {
  return tx.query(selectReviewed, [acquirerId, applicationId, status ?? null, after, limit]);
}

export interface ApplicationEventRow {
  merchant_id: string;
  sequence: number;
  at: Date;
  actor: string;
  from_state: MerchantStatus | MerchantState | null;
  to_state: MerchantStatus | MerchantState;
  reason: string | null;
}

const selectEvents = statement(
  'merchants.select-events',
  `select e.* from unnest($2::text[]) as m (merchant_id)
    cross join lateral (
      select e.merchant_id, e.sequence, e.at, e.actor, e.from_state, e.to_state, e.reason from merchant_events e
       where e.acquirer_id = $1 and e.merchant_id = m.merchant_id order by e.sequence desc limit $3
    ) e`,
);

/** Newest first, at most `ofEach` for each merchant. */
export function readApplicationEvents(
  tx: Tx,
  acquirerId: string,
  ids: readonly string[],
  ofEach: number,
): Promise<ApplicationEventRow[]> {
  return tx.query(selectEvents, [acquirerId, ids, ofEach]);
}

export interface ReviewRow {
  merchant_id: string;
  at: Date;
  actor: string;
  action: ReviewAction;
  application_id: string;
  reason: string | null;
}

const selectReviews = statement(
  'merchants.select-reviews',
  `select r.* from unnest($2::text[]) as m (merchant_id)
    cross join lateral (
      select r.merchant_id, r.at, r.actor, r.action, r.application_id, r.reason from merchant_reviews r
       where r.acquirer_id = $1 and r.merchant_id = m.merchant_id order by r.review_no desc limit $3
    ) r`,
);

/** Newest first, at most `ofEach` for each merchant. */
export function readReviews(tx: Tx, acquirerId: string, ids: readonly string[], ofEach: number): Promise<ReviewRow[]> {
  return tx.query(selectReviews, [acquirerId, ids, ofEach]);
}
