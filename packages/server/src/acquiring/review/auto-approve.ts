import { acquirerLog } from '../../platform/audit/index.ts';
import type { EnqueueAll } from '../../platform/outbox/index.ts';
import { recordMoves } from '../records/move-merchants.ts';
import type { ApproveScreenedMerchants } from '../screening/boarding-queue.ts';
import { board, insertReviews, setReviewer } from './review-store.ts';

/** The actor that replaces the two people of an approval in the sandbox. */
const ACTOR = 'sandbox';
const REASON = 'The screening found nothing (CARDWRIGHT_SANDBOX_AUTO_APPROVE)';

/**
 * Boards merchants without hits, in the transaction of the screening. A merchant without KYC still waits for a person.
 */
export function autoApprove(deps: { readonly enqueueAll: EnqueueAll }): ApproveScreenedMerchants {
  return async (context, acquirerId, passed) => {
    const { tx, now: at, requestId, audit } = context.inNameOf(ACTOR);
    const approved = passed.filter(({ row, hits }) => row.kyc && hits.length === 0);
    if (approved.length === 0) return;
    const ids = approved.map(({ row }) => row.merchant_id);
    const by = { acquirerId, at, actor: ACTOR, requestId };
    await setReviewer(tx, acquirerId, ids, ACTOR, at);
    await insertReviews(tx, acquirerId, ids, { ...by, action: 'REVIEWED', reason: REASON });
    await board(tx, acquirerId, ids, { by: ACTOR, at });
    await insertReviews(tx, acquirerId, ids, { ...by, action: 'APPROVED', reason: REASON });
    const moves = approved.flatMap(({ row, sequence }) => {
      const about = { merchantId: row.merchant_id, onboardingRequestId: row.onboarding_request_id, reason: REASON };
      return [
        { ...about, sequence: sequence + 1, from: 'PENDING_APPROVAL', to: 'APPROVED' },
        { ...about, sequence: sequence + 2, from: 'APPROVED', to: 'BOARDED' },
      ];
    });
    await recordMoves(tx, deps, by, moves);
    const merchants = ids.map((merchantId) => ({ merchantId, from: 'PENDING_APPROVAL', to: 'BOARDED' }));
    const before = { merchants: ids.map((merchantId) => ({ merchantId, status: 'PENDING_APPROVAL' })) };
    const boarded = { status: 'BOARDED', merchantState: 'ACTIVE', reviewedBy: ACTOR, approvedBy: ACTOR };
    const after = { merchants: ids.map((merchantId) => ({ merchantId, ...boarded })) };
    audit(acquirerLog(acquirerId), 'merchants', 'approved', { reason: REASON, merchants }, { before, after });
  };
}
