/** Choices that can be repeated: the same seed makes the same (mulberry32). */
export interface Choice {
  /** From 0 up to 1. */
  share(): number;
  /** A whole number from `least` to `most`. */
  from(least: number, most: number): number;
  pick<T>(values: readonly T[]): T;
  /** True in this share of cases. */
  happens(share: number): boolean;
  /** The place of one weight among all, the heavier the more often. */
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
      let left = share() * weights.reduce((sum, weight) => sum + weight, 0);
      const at = weights.findIndex((weight) => {
        left -= weight;
        return left < 0;
      });
      return at < 0 ? weights.length - 1 : at;
    },
  };
}
