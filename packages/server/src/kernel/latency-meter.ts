import type { TrafficGauge } from './give-way.ts';

/** How much an answer weighs in what is usual, and in what is so now. */
const WEIGHT_OF_USUAL = 0.000_5;
const WEIGHT_OF_NOW = 0.05;
/** After that long without an answer, nobody asks. */
const QUIET_MS = 1_000;

export interface LatencyMeter extends TrafficGauge {
  note(ms: number): void;
}

/** Compares how long answers take now with how long they take as a rule. */
export function createLatencyMeter(): LatencyMeter {
  let usualMs: number | undefined;
  let nowMs = 0;
  let notedAt = Number.NEGATIVE_INFINITY;
  return {
    note(ms) {
      notedAt = performance.now();
      if (usualMs === undefined) {
        usualMs = ms;
        nowMs = ms;
        return;
      }
      usualMs += (ms - usualMs) * WEIGHT_OF_USUAL;
      nowMs += (ms - nowMs) * WEIGHT_OF_NOW;
    },
    slowness() {
      if (usualMs === undefined || performance.now() - notedAt > QUIET_MS) return undefined;
      return nowMs / usualMs;
    },
  };
}
