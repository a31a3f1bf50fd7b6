/** How traffic fares, as whoever serves it measures it. */
export interface TrafficGauge {
  /** How many times as long as usual answers take now; undefined while nobody asks. */
  slowness(): number | undefined;
}

/**
 * Work that nobody waits for is done in small bites. After each, traffic has at least as long a time for itself as the bite took,
 * and much longer where its answers take longer than usual.
 */
export type BackgroundThrottle = (biteMs: number) => Promise<void>;

const LONGEST_PAUSE_MS = 1_000;
/** What answers that take twice as long as usual add to the pause, in bites. */
const FOR_SLOWNESS = 8;

export function createBackgroundThrottle({ slowness }: TrafficGauge): BackgroundThrottle {
  return async (biteMs) => {
    const slow = slowness();
    if (slow === undefined) return;
    const pauseMs = Math.min(LONGEST_PAUSE_MS, biteMs * (1 + FOR_SLOWNESS * Math.max(0, slow - 1)));
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  };
}

/** For commands, which have no traffic beside them. */
export const NO_THROTTLE: BackgroundThrottle = async () => {};
