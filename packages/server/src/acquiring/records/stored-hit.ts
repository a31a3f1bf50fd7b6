import type { ScreeningHit } from '@cardwright/contract';

/** A hit as it is stored with its merchant or amendment. */
export interface StoredHit extends ScreeningHit {
  /**
   * A fingerprint of the compared value. A decision is valid only for that value. Absent if the hit is in no field of
   * the merchant.
   */
  readonly compared?: string;
}

export function toHitResponse({ compared: _, ...hit }: StoredHit): ScreeningHit {
  return hit;
}
