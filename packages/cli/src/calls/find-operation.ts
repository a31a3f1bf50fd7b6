import { OPERATIONS, type Operation } from '@cardwright/contract';
import { distance } from 'fastest-levenshtein';
import { UsageError } from '../output/usage-error.ts';

/** How many changed letters still make a name one that was meant. */
const NEAR = 8;

/** The operation of this name; without its first part, where that is enough to know it. */
export function findOperation(name: string): Operation {
  const operations: readonly Operation[] = OPERATIONS;
  const ends = operations.filter(({ id }) => id === name || id.split('.')[1] === name);
  const [found] = ends;
  if (found !== undefined && ends.length === 1) return found;
  if (ends.length > 1) throw new UsageError(`${name} is one of ${ends.map(({ id }) => id).join(', ')}`);
  const near = nearest(
    name,
    operations.map(({ id }) => id),
  );
  const advice = near.length === 0 ? '' : `; did you mean ${near.join(' or ')}?`;
  throw new UsageError(
    `there is no operation ${name}${advice} "cardwright call --list" lists them.`.replace(/([^?]) "/, '$1. "'),
  );
}

/** At most three, those that differ least: whole, or in what follows the dot. */
function nearest(name: string, known: readonly string[]): string[] {
  const asked = name.toLowerCase();
  const apart = (id: string) => Math.min(distance(asked, id), distance(asked, id.split('.')[1] ?? id));
  const ranked = known.map((id) => ({ id, apart: apart(id) })).sort((one, other) => one.apart - other.apart);
  const least = ranked[0]?.apart ?? NEAR;
  return ranked
    .filter((each) => each.apart < NEAR && each.apart <= least + 1)
    .slice(0, 3)
    .map(({ id }) => id);
}
