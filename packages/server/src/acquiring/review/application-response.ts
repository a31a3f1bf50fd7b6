import { type HitState, type ReviewedMerchant, WrittenJson } from '@cardwright/contract';
import type { Tx } from '../../platform/storage/index.ts';
import { toHitResponse } from '../records/stored-hit.ts';
import { type AwaitedSteps, countAwaitedSteps } from './application-list-store.ts';
import {
  type ApplicationEventRow,
  countApplicationHits,
  countMerchants,
  type FirstMerchant,
  findFirstMerchants,
  type MerchantCounts,
  type ReviewRow,
} from './application-store.ts';
import type { ApplicationRow, ReviewedRow } from './review-store.ts';

/** Data of applications that is not in their own rows. */
interface ApplicationSummaries {
  readonly merchantCounts: ReadonlyMap<string, MerchantCounts>;
  readonly hits: ReadonlyMap<string, Partial<Record<HitState, number>>>;
  readonly first: ReadonlyMap<string, FirstMerchant>;
  readonly awaited: ReadonlyMap<string, AwaitedSteps>;
}

export async function readApplicationSummaries(
  tx: Tx,
  acquirerId: string,
  ids: readonly string[],
): Promise<ApplicationSummaries> {
  return {
    merchantCounts: await countMerchants(tx, acquirerId, ids),
    hits: await countApplicationHits(tx, acquirerId, ids),
    first: await findFirstMerchants(tx, acquirerId, ids),
    awaited: await countAwaitedSteps(tx, acquirerId, ids),
  };
}

export function toApplicationResponse(
  row: ApplicationRow,
  { merchantCounts, hits, first, awaited }: ApplicationSummaries,
) {
  const ofHits = hits.get(row.application_id);
  const steps = awaited.get(row.application_id);
  const firstOf = first.get(row.application_id);
  return {
    applicationId: row.application_id,
    requestId: row.request_id,
    chainId: row.chain_id,
    createdAt: row.created_at.toISOString(),
    submittedBy: row.submitted_by,
    // Absent if all merchants of the application moved to a newer one.
    ...(firstOf && { first: firstOf }),
    amendments: merchantCounts.get(row.application_id)?.amendments ?? 0,
    counts: merchantCounts.get(row.application_id)?.counts ?? {},
    ...(ofHits && { hits: ofHits }),
    ...(steps && {
      awaiting: {
        ...(steps.review > 0 && { REVIEW: steps.review }),
        ...(steps.approval > 0 && { APPROVAL: steps.approval }),
      },
    }),
    ...(steps?.reviewers && { reviewedBy: [...steps.reviewers] }),
  };
}

export function toReviewResponse(
  row: ReviewedRow,
  events: readonly ApplicationEventRow[],
  reviews: readonly ReviewRow[],
): ReviewedMerchant {
  return {
    merchantId: row.merchant_id,
    merchantName: row.merchant_name,
    legalName: row.legal_name,
    mcc: row.mcc,
    trn: row.trn,
    kyc: row.kyc,
    ...(row.amendments !== null && { amendments: row.amendments }),
    ...(row.proposed !== null && { proposed: new WrittenJson(row.proposed) as unknown as Record<string, unknown> }),
    status: row.status,
    merchantState: row.merchant_state,
    screening: {
      attempts: row.screening_attempts,
      hits: row.screening_hits?.map(toHitResponse) ?? null,
      problem: row.screening_problem,
      nextAttemptAt: row.next_screening_at?.toISOString() ?? null,
    },
    reviewedBy: row.reviewed_by,
    kycConfirmedBy: row.kyc_confirmed_by,
    approvedBy: row.approved_by,
    informationRequired: row.information_required,
    changedAt: row.changed_at.toISOString(),
    history: events.map((event) => ({
      sequence: event.sequence,
      at: event.at.toISOString(),
      by: event.actor,
      from: event.from_state,
      to: event.to_state,
      ...(event.amendments !== null && { amendments: event.amendments }),
      reason: event.reason,
    })),
    reviews: reviews.map((review) => ({
      at: review.at.toISOString(),
      by: review.actor,
      action: review.action,
      applicationId: review.application_id,
      reason: review.reason,
    })),
  };
}
