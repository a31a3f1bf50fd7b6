/** A decline, as far as the search for attacks looks at it. */
export interface Decline {
  /** In milliseconds. */
  readonly at: number;
  readonly merchant: string;
}

/** The ten busiest minutes of a merchant. */
export interface Burst {
  readonly merchant: string;
  readonly from: number;
  /** The time of the last decline. */
  readonly to: number;
  readonly count: number;
}

const WINDOW_MS = 10 * 60_000;
/** Fewer declines in ten minutes are no attack, however quiet the merchant was before. */
const LEAST_DECLINES = 30;
/** How many times as busy as before a burst must be. Sales and renewals double the usual number, attacks multiply it. */
const TIMES_AS_BUSY = 3;

/** Finds the merchants with many declines within ten minutes, the busiest first. Each needs a comparison with before. */
export function findBursts(declines: readonly Decline[]): readonly Burst[] {
  const times = new Map<string, number[]>();
  for (const { at, merchant } of declines) times.set(merchant, [...(times.get(merchant) ?? []), at]);
  return [...times]
    .map(([merchant, all]) => ({ merchant, ...busiestWindow(all) }))
    .filter(({ count }) => count >= LEAST_DECLINES)
    .sort((one, other) => other.count - one.count);
}

/** The ten minutes with the most times. The latest such window wins, because it is what goes on now. */
export function busiestWindow(times: readonly number[]): Omit<Burst, 'merchant'> {
  const sorted = [...times].sort((one, other) => one - other);
  let busiest = { from: 0, to: 0, count: 0 };
  let start = 0;
  sorted.forEach((to, at) => {
    while (to - (sorted[start] ?? to) >= WINDOW_MS) start++;
    const count = at - start + 1;
    if (count >= busiest.count) busiest = { from: sorted[start] ?? to, to, count };
  });
  return busiest;
}

/**
 * Whether a burst is an attack.
 * @param before the busiest ten minutes of the merchant around the same time in each of the weeks before
 */
export function isAttack({ count }: Burst, before: readonly number[]): boolean {
  return count > TIMES_AS_BUSY * Math.max(0, ...before);
}
