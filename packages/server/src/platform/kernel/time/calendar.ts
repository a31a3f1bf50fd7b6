import { Temporal } from 'temporal-polyfill';
import { createLruCache } from '../lru-cache.ts';

/** Periods of the bank's calendar after which a counter restarts. Weeks begin on Monday. */
export const WINDOWS = ['DAILY', 'WEEKLY', 'MONTHLY', 'QUARTERLY', 'YEARLY', 'LIFETIME'] as const;
export type Window = (typeof WINDOWS)[number];

/** Calendar of one bank: its time zone and the local time at which its next business date begins. */
export interface Calendar {
  readonly timeZone: string;
  /** Local HH:MM[:SS]. */
  readonly cutOff: string;
  /** The business date YYYY-MM-DD: the local date, and the next one from the cut-off on. */
  businessDate(now: Date): string;
  /** Local calendar date YYYY-MM-DD. */
  localDate(now: Date): string;
  /** Instant at which the local day YYYY-MM-DD begins. */
  startOfDay(date: string): Date;
  /** Instant at which the local day YYYY-MM-DD is over, in milliseconds since 1970. */
  endOfDay(date: string): number;
  /** Instant at which the window that contains `now` is over, in milliseconds since 1970; undefined for LIFETIME. */
  windowEnd(window: Window, now: Date): number | undefined;
  /** Hour of the local day, and day of the week from 1, Monday, to 7. */
  localTime(now: Date): { readonly hour: number; readonly weekday: number };
  /** DD/MM/YYYY HH:MM:SS, local. */
  headerTime(now: Date): string;
  /** ISO 8601 with the local offset, to the millisecond. */
  isoTime(now: Date): string;
}

/** @param cutOff local HH:MM[:SS]; 00:00 is midnight, when business date and calendar date agree. */
export function createCalendar(timeZone: string, cutOff: string): Calendar {
  const cutOffTime = Temporal.PlainTime.from(cutOff);
  const atMidnight = cutOffTime.equals(Temporal.PlainTime.from('00:00'));
  const business = cacheSpan((at) => {
    const date = at.toPlainDate();
    const changes = (day: Temporal.PlainDate) => day.toZonedDateTime({ timeZone, plainTime: cutOffTime });
    const isLate = !atMidnight && Temporal.ZonedDateTime.compare(at, changes(date)) >= 0;
    const changeDay = atMidnight || isLate ? date.add({ days: 1 }) : date;
    return { value: (isLate ? date.add({ days: 1 }) : date).toString(), until: changes(changeDay) };
  }, timeZone);
  const local = cacheSpan((at) => {
    const date = at.toPlainDate();
    return { value: date.toString(), until: date.add({ days: 1 }).toZonedDateTime(timeZone) };
  }, timeZone);
  // for each quarter of an hour, because the offset of some zones is not a whole number of hours
  const time = cacheSpan((at) => {
    const quarter = at.round({ smallestUnit: 'minute', roundingIncrement: 15, roundingMode: 'floor' });
    return { value: { hour: at.hour, weekday: at.dayOfWeek }, until: quarter.add({ minutes: 15 }) };
  }, timeZone);
  const windowEnds = new Map(
    (Object.keys(FIRST_DAY_AFTER) as (keyof typeof FIRST_DAY_AFTER)[]).map((window) => [
      window as Window,
      cacheSpan((at) => {
        const until = FIRST_DAY_AFTER[window](at.toPlainDate()).toZonedDateTime(timeZone);
        return { value: until.epochMilliseconds, until };
      }, timeZone),
    ]),
  );
  return {
    timeZone,
    cutOff,
    businessDate: business,
    localDate: local,
    startOfDay: (date) => new Date(Temporal.PlainDate.from(date).toZonedDateTime(timeZone).epochMilliseconds),
    endOfDay: (date) => Temporal.PlainDate.from(date).add({ days: 1 }).toZonedDateTime(timeZone).epochMilliseconds,
    windowEnd: (window, now) => windowEnds.get(window)?.(now),
    localTime: time,
    headerTime: (now) => {
      const at = zoned(now, timeZone);
      return `${two(at.day)}/${two(at.month)}/${at.year} ${two(at.hour)}:${two(at.minute)}:${two(at.second)}`;
    },
    isoTime: (now) => zoned(now, timeZone).toString({ timeZoneName: 'never', fractionalSecondDigits: 3 }),
  };
}

/** First local day after the window of a day. */
const FIRST_DAY_AFTER = {
  DAILY: (day) => day.add({ days: 1 }),
  WEEKLY: (day) => day.add({ days: day.daysInWeek + 1 - day.dayOfWeek }),
  MONTHLY: (day) => day.with({ day: 1 }).add({ months: 1 }),
  QUARTERLY: (day) => day.with({ day: 1 }).add({ months: 3 - ((day.month - 1) % 3) }),
  YEARLY: (day) => day.with({ month: 1, day: 1 }).add({ years: 1 }),
} satisfies Record<Exclude<Window, 'LIFETIME'>, (day: Temporal.PlainDate) => Temporal.PlainDate>;

/** Number of days whose results are cached: more than fifty years. */
const MAX_DAYS = 20_000;
const DAY_MS = 86_400_000;

interface Span<T> {
  readonly from: number;
  readonly until: number;
  readonly value: T;
}

/**
 * Caches results with the time until which they are valid, as calendar arithmetic is slow. Messages arrive in the order
 * of time, but a replay of the past starts again with every account, so earlier days are cached too.
 */
function cacheSpan<T>(
  query: (at: Temporal.ZonedDateTime) => { value: T; until: Temporal.ZonedDateTime },
  timeZone: string,
): (now: Date) => T {
  const spansOfDays = createLruCache<number, readonly Span<T>[]>({ maxEntries: MAX_DAYS });
  let last: Span<T> | undefined;
  return (now) => {
    const ms = now.getTime();
    if (last !== undefined && isIn(last, ms)) return last.value;
    const day = Math.floor(ms / DAY_MS);
    const spans = spansOfDays.get(day) ?? [];
    last = spans.find((span) => isIn(span, ms));
    if (last !== undefined) return last.value;
    const { value, until } = query(zoned(now, timeZone));
    const newSpan: Span<T> = { from: ms, until: until.epochMilliseconds, value };
    // a period that begins later and ends at the same time is part of this one
    spansOfDays.set(day, [...spans.filter((span) => span.until !== newSpan.until), newSpan]);
    last = newSpan;
    return value;
  };
}

function isIn({ from, until }: Span<unknown>, ms: number): boolean {
  return ms >= from && ms < until;
}

function zoned(now: Date, timeZone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone);
}

function two(part: number): string {
  return String(part).padStart(2, '0');
}
