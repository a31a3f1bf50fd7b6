import type { ScreeningHit } from '@cardwright/contract';

/** A hit as it is stored with its merchant or amendment. */
export interface StoredHit extends ScreeningHit {
  /** A mark of what was compared: a decision holds for nothing else. Absent where that is no field of the merchant. */
  readonly compared?: string;
}

export function toHitResponse({ compared: _, ...hit }: StoredHit): ScreeningHit {
  return hit;
}
