import { type HitState, type MerchantStatus, type ReviewedMerchant, WrittenJson } from '@cardwright/contract';
import { showHit } from '../records/stored-hit.ts';
import type { ApplicationEventRow, ReviewRow } from './application-store.ts';
import type { ApplicationRow, ReviewedRow } from './review-store.ts';

export function showApplication(
  row: ApplicationRow,
  counts: ReadonlyMap<string, Partial<Record<MerchantStatus, number>>>,
  hits: ReadonlyMap<string, Partial<Record<HitState, number>>>,
) {
  const ofHits = hits.get(row.application_id);
  return {
    applicationId: row.application_id,
    requestId: row.request_id,
    chainId: row.chain_id,
    createdAt: row.created_at.toISOString(),
    counts: counts.get(row.application_id) ?? {},
    ...(ofHits && { hits: ofHits }),
  };
}

export function showReviewed(
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
      hits: row.screening_hits?.map(showHit) ?? null,
      problem: row.screening_problem,
      nextAttemptAt: row.next_screening_at?.toISOString() ?? null,
    },
    reviewedBy: row.reviewed_by,
    kycConfirmedBy: row.kyc_confirmed_by,
    approvedBy: row.approved_by,
    informationRequired: row.information_required,
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
