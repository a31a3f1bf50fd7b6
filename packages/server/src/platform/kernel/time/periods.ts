import { Temporal } from 'temporal-polyfill';

/** The starts of the hour and of the day that contain an instant, in a time zone. */
export interface Periods {
  readonly hour: Date;
  readonly day: Date;
  /** The day, YYYY-MM-DD. */
  readonly date: string;
}

/** Neither start changes within a slot, because offsets are multiples of a quarter of an hour. */
export const SLOT_MS = 15 * 60_000;
const MAX_PERIODS = 10_000;
const periodsByKey = new Map<string, Periods>();

export function periodsAt(at: Date, timeZone: string): Periods {
  const slot = Math.floor(at.getTime() / SLOT_MS) * SLOT_MS;
  const key = `${timeZone} ${slot}`;
  const cached = periodsByKey.get(key);
  if (cached !== undefined) return cached;
  const local = Temporal.Instant.fromEpochMilliseconds(slot).toZonedDateTimeISO(timeZone);
  const hour = local.round({ smallestUnit: 'hour', roundingMode: 'floor' });
  const day = new Date(local.startOfDay().epochMilliseconds);
  const periods = { hour: new Date(hour.epochMilliseconds), day, date: local.toPlainDate().toString() };
  if (periodsByKey.size >= MAX_PERIODS) periodsByKey.clear();
  periodsByKey.set(key, periods);
  return periods;
}

/** The day in a time zone, YYYY-MM-DD. */
export function localDay(at: Date, timeZone: string): string {
  return periodsAt(at, timeZone).date;
}
