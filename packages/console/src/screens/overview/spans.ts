import { dayIn, offsetOf, startOfDay } from '../../parts/value/zoned-day.ts';
import type { WordKey } from '../../words/en.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

interface Shape {
  readonly by: 'hour' | 'day';
  readonly periods: number;
  /** The number of days back to the span for comparison, which has the same days of the week. */
  readonly daysBefore: number;
}

/** The time spans, by their names in the address. */
export const SPANS = {
  day: { by: 'hour', periods: 24, daysBefore: 7 },
  week: { by: 'day', periods: 7, daysBefore: 7 },
  month: { by: 'day', periods: 28, daysBefore: 28 },
} as const satisfies Readonly<Record<string, Shape>>;
export type SpanName = keyof typeof SPANS;

export const BEFORE_WORDS: Readonly<Record<SpanName, WordKey>> = {
  day: 'overview.weekBefore',
  week: 'overview.weekBefore',
  month: 'overview.monthBefore',
};

export function spanNamed(name: string | undefined): SpanName {
  return name !== undefined && name in SPANS ? (name as SpanName) : 'day';
}

export interface Span extends Shape {
  /** The starts of its periods, oldest first. The last period is still in progress. */
  readonly times: readonly number[];
  /** The starts of the periods that each of them is compared with. */
  readonly before: readonly number[];
}

/** The periods up to now and the earlier ones, by the clock of the bank. */
export function spanOf(name: SpanName, now: number, zone: string): Span {
  const shape = SPANS[name];
  const steps = Array.from({ length: shape.periods }, (_, at) => shape.periods - 1 - at);
  if (shape.by === 'hour') {
    const running = startOfHour(now, zone);
    const times = steps.map((step) => running - step * HOUR_MS);
    return { ...shape, times, before: times.map((time) => sameHour(time, shape.daysBefore, zone)) };
  }
  const dayAt = (days: number) => startOfDay(dayBefore(dayIn(now, zone), days), zone).getTime();
  return {
    ...shape,
    times: steps.map(dayAt),
    before: steps.map((step) => dayAt(step + shape.daysBefore)),
  };
}

function startOfHour(at: number, zone: string): number {
  const ahead = offsetOf(at, zone).ms;
  return Math.floor((at + ahead) / HOUR_MS) * HOUR_MS - ahead;
}

/** The same time of day a number of days earlier. The clocks can have changed in between. */
function sameHour(time: number, days: number, zone: string): number {
  const near = time - days * DAY_MS;
  return near + offsetOf(time, zone).ms - offsetOf(near, zone).ms;
}

function dayBefore(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - days * DAY_MS).toISOString().slice(0, 10);
}
