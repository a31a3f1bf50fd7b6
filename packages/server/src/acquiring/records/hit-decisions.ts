import { HIT_STATES, type HitState } from '@cardwright/contract';
import { fail, ok, type Result } from '../../platform/kernel/result.ts';
import type { StoredHit } from './stored-hit.ts';

/** Returns the hits that prevent the approval of a merchant. */
export function unclearedHits(hits: readonly StoredHit[] | null): readonly StoredHit[] {
  return (hits ?? []).filter(({ state }) => state !== 'CLEARED');
}

/** Returns how many hits have each state, or undefined without hits. */
export function countHits(hits: readonly StoredHit[] | null): Partial<Record<HitState, number>> | undefined {
  if (hits === null || hits.length === 0) return undefined;
  const counts = HIT_STATES.map((state) => [state, hits.filter((hit) => hit.state === state).length] as const);
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

export interface HitDecision {
  readonly state: 'CLEARED' | 'CONFIRMED';
  readonly by: string;
  readonly at: Date;
  readonly reason: string;
  /** All names under which the person acts. */
  readonly ownNames: ReadonlySet<string>;
}

/**
 * Returns a hit after a decision. The person who confirmed it cannot clear it, because otherwise one mistake or
 * one bribe would be enough (docs/interface/merchant-review.md#clear-a-hit).
 */
export function decideHit(
  hit: StoredHit,
  { state, by, at, reason, ownNames }: HitDecision,
): Result<StoredHit, 'state_forbids'> {
  if (hit.state === state) return fail('state_forbids', { message: `The hit is ${state} already` });
  if (hit.state === 'CONFIRMED' && hit.decidedBy !== null && ownNames.has(hit.decidedBy)) {
    return fail('state_forbids', {
      message: 'The hit was confirmed by the same person: another person must clear it',
    });
  }
  return ok({ ...hit, state, decidedBy: by, decidedAt: at.toISOString(), reason });
}
