import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { DEMO, OTHR } from '../../world/model/model-banks.ts';
import { type ModelWindow, windowAt } from '../../world/model/model-calendar.ts';

/**
 * A move of the clock before a step. A `delta` of -1 stops one millisecond before the instant, 1 one millisecond after
 * it.
 */
export type ClockMove =
  | { readonly kind: 'by'; readonly ms: number }
  | {
      readonly kind: 'end';
      readonly of: Exclude<ModelWindow, 'LIFETIME'>;
      readonly zone: string;
      readonly delta: number;
    }
  | { readonly kind: 'clock-change'; readonly delta: number };

/**
 * The part of the calendar in which the clock moves: the starts of sequences, and the instants at which the clock
 * stops.
 */
export interface Season {
  readonly name: string;
  /** When accounts are opened. */
  readonly opens: string;
  readonly begins: readonly string[];
  readonly until: string;
  /** YYMM in which second cards expire. */
  readonly secondExpiry: string;
}

const DAY_MS = 86_400_000;
export const SEQUENCE_STEPS = 15;

const delta = fc.constantFrom(-1, 0, 1);
const zone = fc.constantFrom(DEMO.zone, OTHR.zone);
const endOf = (...windows: Exclude<ModelWindow, 'LIFETIME'>[]) =>
  fc.record({ kind: fc.constant('end' as const), of: fc.constantFrom(...windows), zone, delta });
const by = (min: number, max: number) => fc.record({ kind: fc.constant('by' as const), ms: fc.integer({ min, max }) });

const move: fc.Arbitrary<ClockMove> = fc.oneof(
  { withCrossShrink: true },
  { weight: 30, arbitrary: fc.constant({ kind: 'by' as const, ms: 0 }) },
  { weight: 22, arbitrary: fc.constant({ kind: 'by' as const, ms: 1 }) },
  { weight: 6, arbitrary: by(2, 60_000) },
  { weight: 8, arbitrary: by(60_000, DAY_MS) },
  { weight: 4, arbitrary: by(DAY_MS, 9 * DAY_MS) },
  { weight: 2, arbitrary: fc.constant({ kind: 'by' as const, ms: 7 * DAY_MS }) },
  { weight: 1, arbitrary: by(28 * DAY_MS, 62 * DAY_MS) },
  { weight: 18, arbitrary: endOf('DAILY') },
  { weight: 6, arbitrary: endOf('WEEKLY') },
  { weight: 4, arbitrary: endOf('MONTHLY') },
  { weight: 2, arbitrary: endOf('QUARTERLY', 'YEARLY') },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('clock-change' as const), delta }) },
);

export const moves = fc.array(move, { minLength: SEQUENCE_STEPS, maxLength: SEQUENCE_STEPS });

/** The ascending instants of all steps, computed from moves. None is after the season. */
export function instantsOf(begin: string, plan: readonly ClockMove[], season: Season): number[] {
  const latest = Date.parse(season.until);
  let nowMs = Date.parse(begin);
  return plan.map((one) => {
    const next = after(one, nowMs);
    if (next > nowMs && next <= latest) nowMs = next;
    return nowMs;
  });
}

function after(one: ClockMove, nowMs: number): number {
  if (one.kind === 'by') return nowMs + one.ms;
  if (one.kind === 'end') return windowAt(one.of, nowMs, one.zone).endMs! + one.delta;
  const change = Temporal.Instant.fromEpochMilliseconds(nowMs)
    .toZonedDateTimeISO(OTHR.zone)
    .getTimeZoneTransition('next')!;
  return change.epochMilliseconds + one.delta;
}
