import { OPERATIONS, type Operation } from '@cardwright/contract';
import { distance } from 'fastest-levenshtein';
import { UsageError } from '../output/usage-error.ts';

/** Names with fewer edits than this are offered as suggestions. */
const NEAR = 8;

/** Finds an operation by its id. The part before the dot is optional where the rest is unambiguous. */
export function findOperation(name: string): Operation {
  const operations: readonly Operation[] = OPERATIONS;
  const ends = operations.filter(({ id }) => id === name || id.split('.')[1] === name);
  const [match] = ends;
  if (match !== undefined && ends.length === 1) return match;
  if (ends.length > 1)
    throw new UsageError(`${name} is ambiguous: specify one of ${ends.map(({ id }) => id).join(', ')}`);
  const near = nearest(
    name,
    operations.map(({ id }) => id),
  );
  const advice = near.length === 0 ? '' : ` Did you mean ${near.join(' or ')}?`;
  throw new UsageError(`operation ${name} not found.${advice} To list the operations, run: cardwright call --list`);
}

/** Returns at most three of the closest ids, compared as a whole or by the part after the dot. */
function nearest(name: string, candidates: readonly string[]): string[] {
  const lowerName = name.toLowerCase();
  const apart = (id: string) => Math.min(distance(lowerName, id), distance(lowerName, id.split('.')[1] ?? id));
  const ranked = candidates.map((id) => ({ id, apart: apart(id) })).sort((one, other) => one.apart - other.apart);
  const least = ranked[0]?.apart ?? NEAR;
  return ranked
    .filter((each) => each.apart < NEAR && each.apart <= least + 1)
    .slice(0, 3)
    .map(({ id }) => id);
}
