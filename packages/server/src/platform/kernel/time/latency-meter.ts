import type { TrafficGauge } from '../concurrency/background-throttle.ts';

/** What is usual is that of some minutes, however many answers they have: work that goes on for long must not become usual at once. */
const USUAL_MS = 300_000;
/** How much an answer weighs in what is so now, and at the most in what is usual. */
const WEIGHT_OF_NOW = 0.05;
/** After that long without an answer, nobody asks. */
const QUIET_MS = 1_000;

export interface LatencyMeter extends TrafficGauge {
  note(ms: number, at?: number): void;
}

/** Compares how long answers take now with how long they take as a rule. */
export function createLatencyMeter(): LatencyMeter {
  let usualMs: number | undefined;
  let nowMs = 0;
  let notedAt = Number.NEGATIVE_INFINITY;
  let answers = 0;
  return {
    note(ms, at = performance.now()) {
      const sinceMs = at - notedAt;
      notedAt = at;
      answers += 1;
      if (usualMs === undefined) {
        usualMs = ms;
        nowMs = ms;
        return;
      }
      // at first the mean of all: the first answers of a server are slow ones
      usualMs += (ms - usualMs) * Math.max(1 / answers, Math.min(WEIGHT_OF_NOW, sinceMs / USUAL_MS));
      nowMs += (ms - nowMs) * WEIGHT_OF_NOW;
    },
    slowness() {
      if (usualMs === undefined || performance.now() - notedAt > QUIET_MS) return undefined;
      return nowMs / usualMs;
    },
  };
}
