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
const MOST_REMEMBERED = 10_000;
const remembered = new Map<string, Periods>();

export function periodsAt(at: Date, timeZone: string): Periods {
  const slot = Math.floor(at.getTime() / SLOT_MS) * SLOT_MS;
  const key = `${timeZone} ${slot}`;
  const cached = remembered.get(key);
  if (cached !== undefined) return cached;
  const local = Temporal.Instant.fromEpochMilliseconds(slot).toZonedDateTimeISO(timeZone);
  const hour = local.round({ smallestUnit: 'hour', roundingMode: 'floor' });
  const day = new Date(local.startOfDay().epochMilliseconds);
  const periods = { hour: new Date(hour.epochMilliseconds), day, date: local.toPlainDate().toString() };
  if (remembered.size >= MOST_REMEMBERED) remembered.clear();
  remembered.set(key, periods);
  return periods;
}

/** The day in a time zone, YYYY-MM-DD. */
export function localDay(at: Date, timeZone: string): string {
  return periodsAt(at, timeZone).date;
}
