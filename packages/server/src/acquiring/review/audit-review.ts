import type { ReviewAction } from '@cardwright/contract';
import { changeOf } from '../../platform/audit/index.ts';
import type { OperationContext } from '../../platform/operation/index.ts';
import type { MerchantUnderReview, ReviewedFacts } from './review-store.ts';

const AUDITED_AT_ONCE = 100;

export interface ReviewMove {
  readonly merchantId: string;
  readonly from: string;
  readonly to: string;
  readonly state: 'ACTIVE' | undefined;
}

/** Audits a review in several rows, because an application may have thousands of merchants. */
export function auditReview(
  { audit }: OperationContext,
  subject: { readonly log: string; readonly application: string },
  review: {
    readonly action: ReviewAction;
    readonly reason: string | undefined;
    readonly moved: readonly ReviewMove[];
    readonly merchants: readonly MerchantUnderReview[];
    readonly after: readonly ReviewedFacts[];
  },
): void {
  const { action, reason, moved, merchants } = review;
  const outcome = action.toLowerCase().replaceAll('_', ' ');
  const after = new Map(review.after.map((row) => [row.merchant_id, row]));
  for (let from = 0; from < moved.length; from += AUDITED_AT_ONCE) {
    const batch = moved.slice(from, from + AUDITED_AT_ONCE).map(({ state: _, ...move }) => move);
    const changes = merchants.slice(from, from + AUDITED_AT_ONCE).map((row) => {
      const { merchant_id: merchantId } = row;
      const { before: was, after: is } = changeOf(auditedFacts(row), auditedFacts(after.get(merchantId)!));
      return { was: { merchantId, ...was }, is: { merchantId, ...is } };
    });
    const change = {
      before: { merchants: changes.map(({ was }) => was) },
      after: { merchants: changes.map(({ is }) => is) },
    };
    audit(subject.log, subject.application, outcome, { reason, merchants: batch }, change);
  }
}

function auditedFacts(row: ReviewedFacts) {
  return {
    status: row.status,
    merchantState: row.merchant_state,
    kycConfirmedBy: row.kyc_confirmed_by,
    reviewedBy: row.reviewed_by,
    approvedBy: row.approved_by,
  };
}
