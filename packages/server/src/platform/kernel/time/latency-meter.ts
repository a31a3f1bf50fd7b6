import type { TrafficGauge } from '../concurrency/background-throttle.ts';

/**
 * In milliseconds. The usual response time is an average over minutes at any rate of requests, so that slow responses
 * do not become usual at once.
 */
const USUAL_MS = 300_000;
/** The weight of one response in the current average, and its largest weight in the usual one. */
const WEIGHT_OF_NOW = 0.05;
/**
 * A response counts at most as this multiple of the usual time: otherwise seconds of overload would raise it for
 * minutes.
 */
const MOST_OF_USUAL = 2;
/** The minimum of the usual time, so that a first response of no duration does not leave it at zero. */
const LEAST_USUAL_MS = 0.5;
/** After this time without a response, the meter reports no traffic. */
const QUIET_MS = 1_000;

export interface LatencyMeter extends TrafficGauge {
  note(ms: number, at?: number): void;
}

/** Compares the current response time with the usual one. */
export function createLatencyMeter(): LatencyMeter {
  let usualMs: number | undefined;
  let nowMs = 0;
  let recordedAt = Number.NEGATIVE_INFINITY;
  let answers = 0;
  return {
    note(ms, at = performance.now()) {
      const sinceMs = at - recordedAt;
      recordedAt = at;
      answers += 1;
      if (usualMs === undefined) {
        usualMs = Math.max(LEAST_USUAL_MS, ms);
        nowMs = ms;
        return;
      }
      // starts as the mean of all responses, because the first ones of a server are slow
      usualMs +=
        (Math.min(ms, MOST_OF_USUAL * usualMs) - usualMs) *
        Math.max(1 / answers, Math.min(WEIGHT_OF_NOW, sinceMs / USUAL_MS));
      nowMs += (ms - nowMs) * WEIGHT_OF_NOW;
    },
    slowness() {
      if (usualMs === undefined || performance.now() - recordedAt > QUIET_MS) return undefined;
      return nowMs / usualMs;
    },
  };
}
