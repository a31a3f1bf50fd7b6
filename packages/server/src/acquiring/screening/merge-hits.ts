import type { StoredHit } from '../records/stored-hit.ts';
import type { HitCandidate } from './screen.ts';

/**
 * Returns the hits of a merchant after a screening. A hit that an earlier screening found in the same value keeps its
 * id and its decision: a decision about one account is not a decision about another one. A confirmed hit stays even if
 * it is not found again, because another screening must not undo a person's decision.
 */
export function mergeHits(
  found: readonly HitCandidate[],
  earlier: readonly StoredHit[],
  { at, makeId }: { at: Date; makeId: () => string },
): readonly StoredHit[] {
  const remaining = [...earlier];
  const merged = found.map((hit): StoredHit => {
    const place = remaining.findIndex((one) => isSame(one, hit));
    const [before] = place < 0 ? [] : remaining.splice(place, 1);
    return before ?? opened(hit, makeId(), at);
  });
  return [...merged, ...remaining.filter(({ state }) => state === 'CONFIRMED')];
}

function opened(hit: HitCandidate, hitId: string, at: Date): StoredHit {
  const undecided = { decidedBy: null, decidedAt: null, reason: null };
  return { hitId, ...hit, state: 'OPEN', foundAt: at.toISOString(), ...undecided };
}

function isSame(one: StoredHit, other: HitCandidate): boolean {
  return (
    one.check === other.check &&
    one.path === other.path &&
    one.matched === other.matched &&
    one.message === other.message &&
    one.compared === other.compared
  );
}
