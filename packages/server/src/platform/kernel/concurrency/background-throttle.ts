/** Measures how much slower than usual the server answers. */
export interface TrafficGauge {
  /** The current response time divided by the usual one; undefined while there are no requests. */
  slowness(): number | undefined;
}

/**
 * Background work runs in small chunks. After each chunk it pauses for at least as long as the chunk took, and for much
 * longer while responses are slower than usual.
 */
export type BackgroundThrottle = (chunkMs: number) => Promise<void>;

const LONGEST_PAUSE_MS = 1_000;
/** The pause grows by this many chunk durations when responses take twice as long as usual. */
const FOR_SLOWNESS = 8;

export function createBackgroundThrottle({ slowness }: TrafficGauge): BackgroundThrottle {
  return async (chunkMs) => {
    const slow = slowness();
    if (slow === undefined) return;
    const pauseMs = Math.min(LONGEST_PAUSE_MS, chunkMs * (1 + FOR_SLOWNESS * Math.max(0, slow - 1)));
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  };
}

/** For commands, which serve no traffic. */
export const NO_THROTTLE: BackgroundThrottle = async () => {};
