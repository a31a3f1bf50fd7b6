import type { AmendmentType, MerchantState, MerchantStatus, ReviewAction } from '@cardwright/contract';
import { statement, type Tx } from '../../platform/storage/index.ts';
import type { StoredHit } from '../records/stored-hit.ts';

export interface ApplicationRow {
  application_id: string;
  request_id: string;
  chain_id: string | null;
  created_at: Date;
  /** The caller that sent the application. */
  submitted_by: string;
}

const selectApplication = statement(
  'merchants.find-application',
  `select a.application_id, r.request_id, a.chain_id, a.created_at, r.caller as submitted_by
     from merchant_applications a
     join onboarding_requests r on r.acquirer_id = a.acquirer_id and r.request_no = a.request_no
    where a.acquirer_id = $1 and a.application_id = $2`,
);

export async function findApplication(
  tx: Tx,
  acquirerId: string,
  applicationId: string,
): Promise<ApplicationRow | undefined> {
  return (await tx.query<ApplicationRow>(selectApplication, [acquirerId, applicationId]))[0];
}

/** The facts of a merchant, or of its amendment, on which the review depends. */
export interface MerchantUnderReview {
  merchant_id: string;
  /** Null for a boarding. */
  amendments: AmendmentType[] | null;
  status: MerchantStatus;
  sequence: number;
  kyc: boolean;
  kyc_confirmed_by: string | null;
  reviewed_by: string | null;
  approved_by: string | null;
  merchant_state: MerchantState | null;
  screening_hits: StoredHit[] | null;
  changed_at: Date;
}

const UNDER_REVIEW = `merchant_id, amendments, status, sequence, kyc, kyc_confirmed_by, reviewed_by, approved_by, merchant_state,
  screening_hits, changed_at`;

const selectUnderReview = statement(
  'merchants.read-under-review',
  `select ${UNDER_REVIEW} from merchants_under_review
    where acquirer_id = $1 and application_id = $2 and ($3::text[] is null or merchant_id = any($3))
    order by place`,
);

/** Finds the application's merchants, or the named ones. The caller holds the acquirer's lock. */
export function findMerchantsOf(
  tx: Tx,
  acquirerId: string,
  applicationId: string,
  merchantIds: readonly string[] | undefined,
): Promise<MerchantUnderReview[]> {
  return tx.query(selectUnderReview, [acquirerId, applicationId, merchantIds ?? null]);
}

/** The facts that an action may change. */
export type ReviewedFacts = Pick<
  MerchantUnderReview,
  'merchant_id' | 'status' | 'merchant_state' | 'kyc_confirmed_by' | 'reviewed_by' | 'approved_by'
>;

const selectFacts = statement(
  'merchants.read-reviewed-facts',
  `select merchant_id, status, merchant_state, kyc_confirmed_by, reviewed_by, approved_by from merchants_under_review
    where acquirer_id = $1 and application_id = $2 and merchant_id = any($3)`,
);

/** Reads the facts without the hits, because an application may have thousands of merchants with many hits each. */
export function findReviewedFacts(
  tx: Tx,
  acquirerId: string,
  applicationId: string,
  merchantIds: readonly string[],
): Promise<ReviewedFacts[]> {
  return tx.query(selectFacts, [acquirerId, applicationId, merchantIds]);
}

const selectWithHit = statement(
  'merchants.find-merchant-of-hit',
  `select ${UNDER_REVIEW} from merchants_under_review
    where acquirer_id = $1 and application_id = $2
      and screening_hits @> jsonb_build_array(jsonb_build_object('hitId', $3::text))`,
);

/** Finds the merchant of the application that has this hit. The caller holds the acquirer's lock. */
export async function findMerchantOfHit(
  tx: Tx,
  acquirerId: string,
  applicationId: string,
  hitId: string,
): Promise<MerchantUnderReview | undefined> {
  return (await tx.query<MerchantUnderReview>(selectWithHit, [acquirerId, applicationId, hitId]))[0];
}

const updateHits = statement(
  'merchants.set-hits',
  'update merchants set screening_hits = $3::jsonb, changed_at = $4 where acquirer_id = $1 and merchant_id = $2',
);

export async function setHits(
  tx: Tx,
  acquirerId: string,
  merchantId: string,
  hits: readonly StoredHit[],
  at: Date,
): Promise<void> {
  await tx.query(updateHits, [acquirerId, merchantId, JSON.stringify(hits), at]);
}

const updateReviewer = statement(
  'merchants.set-reviewer',
  'update merchants set reviewed_by = $3, changed_at = $4 where acquirer_id = $1 and merchant_id = any($2)',
);

/** Stores the last reviewer. Null: the merchants need a new review. */
export async function setReviewer(tx: Tx, acquirerId: string, ids: readonly string[], by: string | null, at: Date) {
  await tx.query(updateReviewer, [acquirerId, ids, by, at]);
}

const updateKycConfirmed = statement(
  'merchants.set-kyc-confirmed',
  'update merchants set kyc_confirmed_by = $3, changed_at = $4 where acquirer_id = $1 and merchant_id = any($2)',
);

export async function setKycConfirmed(tx: Tx, acquirerId: string, ids: readonly string[], by: string, at: Date) {
  await tx.query(updateKycConfirmed, [acquirerId, ids, by, at]);
}

const updateInformationRequired = statement(
  'merchants.require-information',
  `update merchants set status = 'INFORMATION_REQUIRED', sequence = sequence + 1, information_required = $3, changed_at = $4
    where acquirer_id = $1 and merchant_id = any($2)`,
);

export async function requireInformation(
  tx: Tx,
  acquirerId: string,
  ids: readonly string[],
  items: readonly { path: string; action: string }[],
  at: Date,
): Promise<void> {
  await tx.query(updateInformationRequired, [acquirerId, ids, JSON.stringify(items), at]);
}

const updateRejected = statement(
  'merchants.reject',
  `update merchants set status = 'REJECTED', sequence = sequence + 1, next_screening_at = null,
          screening_leased_until = null, screening_leased_by = null, changed_at = $3
    where acquirer_id = $1 and merchant_id = any($2)`,
);

export async function reject(tx: Tx, acquirerId: string, ids: readonly string[], at: Date): Promise<void> {
  await tx.query(updateRejected, [acquirerId, ids, at]);
}

// A running screening loses its lease, because its result would belong to the earlier request.
const updateScreenedAgain = statement(
  'merchants.screen-again',
  `update merchants
      set sequence = sequence + case when status = 'SCREENING' then 0 else 1 end, status = 'SCREENING',
          reviewed_by = null, screening_attempts = 0, screening_problem = null, next_screening_at = $3,
          screening_leased_until = null, screening_leased_by = null, changed_at = $3
    where acquirer_id = $1 and merchant_id = any($2)`,
);

export async function screenAgain(tx: Tx, acquirerId: string, ids: readonly string[], at: Date): Promise<void> {
  await tx.query(updateScreenedAgain, [acquirerId, ids, at]);
}

// Counts two changes of status in one step: to APPROVED and to BOARDED.
const updateBoarded = statement(
  'merchants.board',
  `update merchants set status = 'BOARDED', merchant_state = 'ACTIVE', version = 1, sequence = sequence + 2,
          approved_by = $3, changed_at = $4
    where acquirer_id = $1 and merchant_id = any($2)`,
);
const insertFirstVersions = statement(
  'merchants.insert-first-versions',
  `insert into merchant_versions (acquirer_id, merchant_id, version, at, actor, request_id, amendments, record, changes)
   select m.acquirer_id, m.merchant_id, 1, $3, $4, r.request_id, '{}', m.record, '[]' from merchants m
     join merchant_applications a on a.acquirer_id = m.acquirer_id and a.application_id = m.application_id
     join onboarding_requests r on r.acquirer_id = a.acquirer_id and r.request_no = a.request_no
    where m.acquirer_id = $1 and m.merchant_id = any($2)`,
);

/** Boards merchants. The submitted record becomes the first version, under the request that has the merchant. */
export async function board(
  tx: Tx,
  acquirerId: string,
  ids: readonly string[],
  { by, at }: { by: string; at: Date },
): Promise<void> {
  await tx.query(updateBoarded, [acquirerId, ids, by, at]);
  await tx.query(insertFirstVersions, [acquirerId, ids, at, by]);
}

const insertReviewRows = statement(
  'merchants.insert-reviews',
  `insert into merchant_reviews (acquirer_id, merchant_id, application_id, at, actor, request_id, action, reason)
   select $1, given.merchant_id, given.application_id, $4, $5, $6, $7, $8
     from unnest($2::text[], $3::text[]) as given (merchant_id, application_id)`,
);
const selectBoardedBy = statement(
  'merchants.select-boarded-by',
  `select m.merchant_id, m.application_id from unnest($2::text[]) with ordinality as given (merchant_id, place)
     join merchants m on m.acquirer_id = $1 and m.merchant_id = given.merchant_id order by given.place`,
);

export async function insertReviews(
  tx: Tx,
  acquirerId: string,
  ids: readonly string[],
  review: {
    at: Date;
    actor: string;
    requestId: string;
    action: ReviewAction;
    reason: string | undefined;
    applicationId?: string;
  },
): Promise<void> {
  // Without an application, the review belongs to the application that boards the merchant.
  const { at, actor, requestId, action, reason = null, applicationId } = review;
  const boardedRows = await tx.query<{ merchant_id: string; application_id: string }>(selectBoardedBy, [
    acquirerId,
    ids,
  ]);
  const merchants = [
    boardedRows.map((row) => row.merchant_id),
    boardedRows.map((row) => applicationId ?? row.application_id),
  ];
  await tx.query(insertReviewRows, [acquirerId, ...merchants, at, actor, requestId, action, reason]);
}

export interface ReviewedRow extends MerchantUnderReview {
  place: bigint;
  /** The amendment as it was sent, as JSON text. */
  proposed: string | null;
  merchant_name: string;
  legal_name: string;
  mcc: string;
  trn: string;
  screening_attempts: number;
  screening_problem: string | null;
  next_screening_at: Date | null;
  information_required: { path: string; action: string }[] | null;
}
