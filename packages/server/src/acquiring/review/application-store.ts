import type {
  AmendmentType,
  HitFilter,
  HitState,
  MerchantState,
  MerchantStatus,
  ReviewAction,
} from '@cardwright/contract';
import { statement, type Tx } from '../../platform/storage/index.ts';
import type { ReviewedRow } from './review-store.ts';

/** Returns the condition that a merchant `m` has hits of a state. A null parameter matches every merchant. */
export const hasHits = (parameter: string) =>
  `(${parameter}::text is null or case ${parameter} when 'NONE' then m.screening_hits = '[]'
                            else m.screening_hits @> jsonb_build_array(jsonb_build_object('state', ${parameter}::text)) end)`;

const selectOfMerchants = statement(
  'merchants.find-applications-of-merchants',
  `select distinct application_id from merchants_under_review where acquirer_id = $1 and merchant_id = any($2)`,
);

/** Returns the applications that board or amend these merchants. */
export async function findApplicationsOf(
  tx: Tx,
  acquirerId: string,
  merchantIds: readonly string[],
): Promise<readonly string[]> {
  const rows = await tx.query<{ application_id: string }>(selectOfMerchants, [acquirerId, merchantIds]);
  return rows.map(({ application_id }) => application_id);
}

export interface FirstMerchant {
  readonly merchantId: string;
  readonly merchantName: string;
}

const selectFirst = statement(
  'merchants.find-first-of-applications',
  `select a.id, m.merchant_id, m.merchant_name from unnest($2::text[]) as a (id)
    cross join lateral (select merchant_id, merchant_name from merchants_under_review
                         where acquirer_id = $1 and application_id = a.id order by place limit 1) m`,
);

/** Returns the first merchant of each application. */
export async function findFirstMerchants(
  tx: Tx,
  acquirerId: string,
  applicationIds: readonly string[],
): Promise<ReadonlyMap<string, FirstMerchant>> {
  type Row = { id: string; merchant_id: string; merchant_name: string };
  const rows = await tx.query<Row>(selectFirst, [acquirerId, applicationIds]);
  return new Map(
    rows.map(({ id, merchant_id: merchantId, merchant_name: merchantName }) => [id, { merchantId, merchantName }]),
  );
}

const countHitsByApplication = statement(
  'merchants.count-hits-by-application',
  `select m.application_id, hit ->> 'state' as state, count(*)::int as count
     from merchants_under_review m, jsonb_array_elements(m.screening_hits) as hit
    where m.acquirer_id = $1 and m.application_id = any($2) group by m.application_id, hit ->> 'state'`,
);

/** Returns how many hits of each application have each state. */
export async function countApplicationHits(
  tx: Tx,
  acquirerId: string,
  applicationIds: readonly string[],
): Promise<ReadonlyMap<string, Partial<Record<HitState, number>>>> {
  type Row = { application_id: string; state: HitState; count: number };
  const counts = new Map<string, Partial<Record<HitState, number>>>();
  for (const row of await tx.query<Row>(countHitsByApplication, [acquirerId, applicationIds])) {
    counts.set(row.application_id, { ...counts.get(row.application_id), [row.state]: row.count });
  }
  return counts;
}

const countByApplication = statement(
  'merchants.count-by-application',
  `select application_id, status, count(*)::int as count, count(amendments)::int as amendments from merchants_under_review
    where acquirer_id = $1 and application_id = any($2) group by application_id, status`,
);

export interface MerchantCounts {
  readonly counts: Partial<Record<MerchantStatus, number>>;
  /** How many of the merchants the application amends. */
  readonly amendments: number;
}

/** Returns how many merchants of each application have each status. */
export async function countMerchants(
  tx: Tx,
  acquirerId: string,
  applicationIds: readonly string[],
): Promise<ReadonlyMap<string, MerchantCounts>> {
  type Row = { application_id: string; status: MerchantStatus; count: number; amendments: number };
  const countsOf = new Map<string, MerchantCounts>();
  for (const row of await tx.query<Row>(countByApplication, [acquirerId, applicationIds])) {
    const { counts = {}, amendments = 0 } = countsOf.get(row.application_id) ?? {};
    countsOf.set(row.application_id, {
      counts: { ...counts, [row.status]: row.count },
      amendments: amendments + row.amendments,
    });
  }
  return countsOf;
}

/** Characters of amendments after which the other amendments of a page are not read. */
const MAX_PROPOSED = 262_144;

// The later of two columns with the same name wins, so `proposed` is null for amendments that do not fit into the page.
const selectReviewed = statement(
  'merchants.list-reviewed',
  `select m.*, case when sum(length(proposed)) over (order by place) - length(proposed) < $6 then proposed end as proposed
     from (
       select place, merchant_id, amendments, proposed, merchant_name, legal_name, mcc, trn, kyc, kyc_confirmed_by,
              reviewed_by, approved_by, status, merchant_state, sequence, screening_attempts, screening_hits,
              screening_problem, next_screening_at, information_required, changed_at
         from merchants_under_review m
        where acquirer_id = $1 and application_id = $2 and ($3::text is null or status = $3) and place > $4
          and ($7::text is null or merchant_id = $7) and ${hasHits('$8')}
        order by place limit $5
     ) m
    order by place`,
);

interface ReviewedFilter {
  readonly status?: MerchantStatus | null;
  readonly merchantId?: string | null;
  readonly hits?: HitFilter | null;
}

/**
 * Lists merchants and amendments under review. `proposed` is also null for amendments that do not fit into the page.
 */
export function listReviews(
  tx: Tx,
  acquirerId: string,
  applicationId: string,
  { status = null, merchantId = null, hits = null }: ReviewedFilter,
  { after, limit }: { after: bigint; limit: number },
): Promise<ReviewedRow[]> {
  const only = [merchantId, hits];
  return tx.query(selectReviewed, [acquirerId, applicationId, status, after, limit, MAX_PROPOSED, ...only]);
}

export interface ApplicationEventRow {
  merchant_id: string;
  sequence: number;
  at: Date;
  actor: string;
  from_state: MerchantStatus | MerchantState | null;
  to_state: MerchantStatus | MerchantState;
  amendments: AmendmentType[] | null;
  reason: string | null;
}

const selectEvents = statement(
  'merchants.select-events',
  `select e.* from unnest($2::text[]) as m (merchant_id)
    cross join lateral (
      select e.merchant_id, e.sequence, e.at, e.actor, e.from_state, e.to_state, e.amendments, e.reason from merchant_events e
       where e.acquirer_id = $1 and e.merchant_id = m.merchant_id order by e.sequence desc limit $3
    ) e`,
);

/** Returns the newest events first, at most `ofEach` for each merchant. */
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

/** Returns the newest reviews first, at most `ofEach` for each merchant. */
export function readReviews(tx: Tx, acquirerId: string, ids: readonly string[], ofEach: number): Promise<ReviewRow[]> {
  return tx.query(selectReviews, [acquirerId, ids, ofEach]);
}
