/** Repeatable random choices: the same seed gives the same choices (mulberry32). */
export interface Choice {
  /** Returns a number from 0 up to, but not including, 1. */
  share(): number;
  /** Returns a whole number from `least` to `most`. */
  from(least: number, most: number): number;
  pick<T>(values: readonly T[]): T;
  /** Returns true with this probability. */
  happens(share: number): boolean;
  /** Returns the index of a weight. A higher weight makes its index more likely. */
  weighted(weights: readonly number[]): number;
}

export function seededChoice(seed: number): Choice {
  let state = seed;
  const share = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const from = (least: number, most: number) => least + Math.floor(share() * (most - least + 1));
  return {
    share,
    from,
    pick: (values) => values[from(0, values.length - 1)] as (typeof values)[number],
    happens: (often) => share() < often,
    weighted(weights) {
      let remaining = share() * weights.reduce((sum, weight) => sum + weight, 0);
      const at = weights.findIndex((weight) => {
        remaining -= weight;
        return remaining < 0;
      });
      return at < 0 ? weights.length - 1 : at;
    },
  };
}
