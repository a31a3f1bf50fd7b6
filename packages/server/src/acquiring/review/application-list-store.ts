import type {
  ApplicationKind,
  ApplicationRelation,
  ApplicationSort,
  AwaitedStep,
  MerchantStatus,
} from '@cardwright/contract';
import { type Statement, statement, type Tx } from '../../platform/storage/index.ts';
import type { SortedPage } from '../records/sorted-page.ts';
import { hasHits } from './application-store.ts';
import type { ApplicationRow } from './review-store.ts';

/** The condition that a merchant `m` is reviewed and lacks only the approval. */
const AWAITS_APPROVAL = `(m.status = 'PENDING_APPROVAL' and m.reviewed_by is not null and m.standing_hits = 0
    and m.screening_hits is not null and (m.amendments is not null or m.kyc or m.kyc_confirmed_by is not null))`;

// Whether the caller may take the awaited step of merchant `m` of request `r`, by approvalObstacles in the contract.
const AWAITS_CALLER = `case
    when m.status = 'INFORMATION_REQUIRED' then 'merchants:write' = any($11)
    when m.status <> 'PENDING_APPROVAL' or (r.caller = any($10::text[]) and not $12) then false
    when ${AWAITS_APPROVAL} then 'merchants:approve' = any($11) and m.reviewed_by <> all($10)
      and (m.amendments is not null or m.kyc_confirmed_by is null or m.kyc_confirmed_by <> all($10))
      and not exists (select from unnest($10) as own (name) where m.screening_hits
                         @> jsonb_build_array(jsonb_build_object('state', 'CLEARED', 'decidedBy', own.name)))
    else 'merchants:review' = any($11) end`;

const FILTERS = `a.acquirer_id = $1
        and exists (select from merchants_under_review m where m.acquirer_id = a.acquirer_id and m.application_id = a.application_id
                       and ($2::text is null or m.status = $2)
                       and ($7::text is null or (m.amendments is null) = ($7 = 'BOARDING'))
                       and ($8::text is null or m.status = 'PENDING_APPROVAL' and ${AWAITS_APPROVAL} = ($8 = 'APPROVAL'))
                       and ($9::text is distinct from 'ASKED_OF_ME' or ${AWAITS_CALLER})
                       and ${hasHits('$3')})
        and ($9::text is distinct from 'MINE' or r.caller = any($10::text[]))
        and ($4::timestamptz is null or a.created_at >= $4) and ($5::timestamptz is null or a.created_at < $5)
        and ($6::text[] is null or a.application_id = any($6))`;

// Applications whose amendments were all applied at once have no merchant to review, so they are not listed.
const listStatement = (place: string, order: string, { standing, join } = { standing: '0', join: '' }) =>
  `select a.application_id, r.request_id, a.chain_id, a.created_at, r.caller as submitted_by, ${standing} as standing
       from merchant_applications a
       join onboarding_requests r on r.acquirer_id = a.acquirer_id and r.request_no = a.request_no
       ${join}
      where ${FILTERS}
        and ${place}
      order by ${order} limit $16`;
// Reads all applications with hits, so it is only for lists that are sorted by hits.
const WITH_HITS = {
  standing: 'coalesce(h.standing, 0)',
  join: `left join (select application_id, sum(standing_hits)::int as standing from merchants_under_review
                   where acquirer_id = $1 and standing_hits > 0 group by application_id) h
         on h.application_id = a.application_id`,
};
const HAS_HITS = 'case when h.standing > 0 then 1 else 0 end';
const LIST_STATEMENTS: Record<ApplicationSort, Statement> = {
  newest: statement(
    'merchants.list-applications-newest',
    listStatement(
      '(a.created_at, a.application_id) < ($14::timestamptz, $15::text) and $13::int is not null',
      'a.created_at desc, a.application_id desc',
    ),
  ),
  oldest: statement(
    'merchants.list-applications-oldest',
    listStatement(
      '(a.created_at, a.application_id) > ($14::timestamptz, $15::text) and $13::int is not null',
      'a.created_at, a.application_id',
    ),
  ),
  hits: statement(
    'merchants.list-applications-hits',
    listStatement(
      '(coalesce(h.standing, 0), a.created_at, a.application_id) < ($13::int, $14::timestamptz, $15::text)',
      'coalesce(h.standing, 0) desc, a.created_at desc, a.application_id desc',
      WITH_HITS,
    ),
  ),
  queue: statement(
    'merchants.list-applications-queue',
    listStatement(
      `(${HAS_HITS} < $13::int or (${HAS_HITS} = $13 and (a.created_at, a.application_id) > ($14::timestamptz, $15::text)))`,
      `${HAS_HITS} desc, a.created_at, a.application_id`,
      { ...WITH_HITS, standing: HAS_HITS },
    ),
  ),
};

export interface ApplicationRowWithHits extends ApplicationRow {
  /**
   * The hits that prevent approvals of its merchants: their number if the list is sorted by hits, 1 for any number of
   * hits in a queue, and 0 in other lists.
   */
  standing: number;
}

export interface ApplicationFilter {
  readonly status?: MerchantStatus | undefined;
  readonly kind?: ApplicationKind | undefined;
  readonly awaiting?: AwaitedStep | undefined;
  readonly relation?: ApplicationRelation | undefined;
  /** All names of the person that `relation` is about. */
  readonly ownNames: ReadonlySet<string>;
  readonly scopes: readonly string[];
  readonly submitterMayDecide: boolean;
  /** If present, restricts the list to these applications. */
  readonly ids?: readonly string[] | undefined;
}

export function listApplicationRows(
  tx: Tx,
  acquirerId: string,
  filter: ApplicationFilter,
  page: SortedPage<ApplicationSort>,
): Promise<ApplicationRowWithHits[]> {
  const { sort, after, limit } = page;
  const place = [after.hits, after.at, after.id, limit + 1];
  return tx.query(LIST_STATEMENTS[sort], [...filterValues(acquirerId, filter, page), ...place]);
}

function filterValues(
  acquirerId: string,
  { status, kind, ids, awaiting, relation, ownNames, scopes, submitterMayDecide }: ApplicationFilter,
  { hits, from, to }: Pick<SortedPage<ApplicationSort>, 'hits' | 'from' | 'to'>,
) {
  const filters = [status ?? null, hits, from, to, ids ?? null, kind ?? null, awaiting ?? null, relation ?? null];
  return [acquirerId, ...filters, [...ownNames], scopes, submitterMayDecide];
}

const countMatches = statement(
  'merchants.count-applications',
  `select count(*)::int as count from (
     select from merchant_applications a
       join onboarding_requests r on r.acquirer_id = a.acquirer_id and r.request_no = a.request_no
      where ${FILTERS} limit 1000) listed`,
);

/** Counts the applications on all pages of a list, at most 1,000. */
export async function countApplications(
  tx: Tx,
  acquirerId: string,
  filter: ApplicationFilter,
  page: Pick<SortedPage<ApplicationSort>, 'hits' | 'from' | 'to'>,
): Promise<number> {
  const [row] = await tx.query<{ count: number }>(countMatches, filterValues(acquirerId, filter, page));
  return row?.count ?? 0;
}

const selectAwaited = statement(
  'merchants.count-awaited-steps',
  `select application_id, (count(*) filter (where not ${AWAITS_APPROVAL}))::int as review,
          (count(*) filter (where ${AWAITS_APPROVAL}))::int as approval,
          (array_agg(distinct reviewed_by) filter (where ${AWAITS_APPROVAL}))[1:10] as reviewers
     from merchants_under_review m
    where acquirer_id = $1 and application_id = any($2) and status = 'PENDING_APPROVAL' group by application_id`,
);

export interface AwaitedSteps {
  readonly review: number;
  readonly approval: number;
  readonly reviewers: readonly string[] | null;
}

/** Returns the steps that the merchants of each application await, and the reviewers of those that await an approval. */
export async function countAwaitedSteps(
  tx: Tx,
  acquirerId: string,
  applicationIds: readonly string[],
): Promise<ReadonlyMap<string, AwaitedSteps>> {
  const rows = await tx.query<AwaitedSteps & { application_id: string }>(selectAwaited, [acquirerId, applicationIds]);
  return new Map(rows.map((row) => [row.application_id, row]));
}
