import type { ReviewAnswer } from '@cardwright/contract';
import { countHits, unclearedHits } from '../records/hit-decisions.ts';
import { toHitResponse } from '../records/stored-hit.ts';
import type { MerchantUnderReview } from './review-store.ts';

const MAX_HITS = 100;

/** Returns the number of hits of each merchant, and the hits that prevent approvals. */
export function toHitsResponse(merchants: readonly MerchantUnderReview[]) {
  const counts = new Map(merchants.map((row) => [row.merchant_id, countHits(row.screening_hits)]));
  const standing: NonNullable<ReviewAnswer['standingHits']> = [];
  for (const { merchant_id: merchantId, screening_hits } of merchants) {
    const room = MAX_HITS - standing.length;
    if (room <= 0) break;
    standing.push(
      ...unclearedHits(screening_hits)
        .slice(0, room)
        .map((hit) => ({ merchantId, ...toHitResponse(hit) })),
    );
  }
  return {
    of: (merchantId: string) => {
      const hits = counts.get(merchantId);
      return hits === undefined ? {} : { hits };
    },
    standing: standing.length > 0 ? { standingHits: standing } : {},
  };
}
