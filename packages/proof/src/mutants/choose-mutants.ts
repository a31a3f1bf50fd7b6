import { seededRandom } from '../../../server/src/testing/random.ts';
import type { Mutant } from './mutant.ts';

/** Chooses `count` deviations at random but reproducibly, with equal numbers of each kind. */
export function chooseMutants(all: readonly Mutant[], count: number, seed: number): Mutant[] {
  const random = seededRandom(seed);
  const kinds = new Map<string, Mutant[]>();
  for (const one of all) kinds.set(one.kind, [...(kinds.get(one.kind) ?? []), one]);
  const selected: Mutant[] = [];
  while (selected.length < count && [...kinds.values()].some((left) => left.length > 0)) {
    for (const left of kinds.values()) {
      if (left.length === 0 || selected.length === count) continue;
      selected.push(...left.splice(random.from(0, left.length - 1), 1));
    }
  }
  return selected;
}
