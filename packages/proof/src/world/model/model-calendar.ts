import { requireValue } from '@cardwright/server/internal/platform/kernel/required';
import { Temporal } from 'temporal-polyfill';

/**
 * The model's own calendar, written from docs/interface/decision.md#windows. It shares no code with what it checks. It
 * is a table of each day of five years, grouped into weeks, months, quarters and years.
 */
export type ModelWindow = 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'QUARTERLY' | 'YEARLY' | 'LIFETIME';

const DAY_MS = 86_400_000;
const FIRST_DAY_MS = Date.UTC(2027, 0, 1);
const DAYS = (Date.UTC(2032, 0, 1) - FIRST_DAY_MS) / DAY_MS;
/** The first day of the table is a Friday. */
const DAYS_FROM_MONDAY = 4;

export interface OpenWindow {
  /** The start of the window; a lifetime window has none. */
  readonly startMs: number;
  /** The end of the window; undefined if it never ends. */
  readonly endMs: number | undefined;
}

const FOR_LIFE: OpenWindow = { startMs: Number.NEGATIVE_INFINITY, endMs: undefined };

/** The value that all days of a window share, such as the number of their week or month. */
const SAME: Readonly<Record<Exclude<ModelWindow, 'LIFETIME'>, (day: number, date: string) => string | number>> = {
  DAILY: (day) => day,
  WEEKLY: (day) => Math.floor((day + DAYS_FROM_MONDAY) / 7),
  MONTHLY: (_, date) => date.slice(0, 7),
  QUARTERLY: (_, date) => `${date.slice(0, 4)} ${Math.ceil(Number(date.slice(5, 7)) / 3)}`,
  YEARLY: (_, date) => date.slice(0, 4),
};

/** The days of a time zone, numbered from the first day of the table. */
export class ZoneDays {
  readonly zone: string;
  readonly dates: readonly string[];
  /** The first instant of each day, with one more entry than there are days. */
  readonly midnights: readonly number[];
  readonly #windows: Readonly<Record<string, readonly OpenWindow[]>>;
  /** The last answer, because most questions repeat it. */
  #last = { day: 0, fromMs: 0, untilMs: 0 };
  #lastCutOff = { day: -1, ms: 0 };

  constructor(zone: string) {
    this.zone = zone;
    this.dates = Array.from({ length: DAYS + 1 }, (_, day) => dateOf(FIRST_DAY_MS + day * DAY_MS));
    this.midnights = midnightsOf(this.dates, zone);
    this.#windows = Object.fromEntries(
      Object.entries(SAME).map(([window, same]) => [window, this.#grouped((day) => same(day, this.date(day)))]),
    );
  }

  date(day: number): string {
    return requireValue(this.dates[day], 'a day of the table');
  }

  midnight(day: number): number {
    return requireValue(this.midnights[day], 'a day of the table');
  }

  dayAt(ms: number): number {
    const last = this.#last;
    if (ms >= last.fromMs && ms < last.untilMs) return last.day;
    const day = this.#dayOf(ms);
    this.#last = { day, fromMs: this.midnight(day), untilMs: this.midnight(day + 1) };
    return day;
  }

  #dayOf(ms: number): number {
    let day = Math.floor((ms - this.midnight(0)) / DAY_MS);
    while (this.midnight(day) > ms) day -= 1;
    while (this.midnight(day + 1) <= ms) day += 1;
    return day;
  }

  /** The window that is open on a day. */
  window(window: ModelWindow, day: number): OpenWindow {
    if (window === 'LIFETIME') return FOR_LIFE;
    return requireValue(this.#windows[window]?.[day], 'a window of the table');
  }

  /** The business date. From the cut-off HH:MM on, it is the next day. A zone always has the same cut-off. */
  businessDate(ms: number, cutOff: string): string {
    const day = this.dayAt(ms);
    if (cutOff === '00:00') return this.date(day);
    const last = this.#lastCutOff;
    if (last.day !== day) this.#lastCutOff = { day, ms: this.cutOff(day, cutOff) };
    return this.date(ms >= this.#lastCutOff.ms ? day + 1 : day);
  }

  /** The instant at which the local time on a day is HH:MM. */
  cutOff(day: number, time: string): number {
    const startMs = this.midnight(day);
    const [hours = 0, minutes = 0] = time.split(':').map(Number);
    if (this.midnight(day + 1) - startMs === DAY_MS) return startMs + (hours * 60 + minutes) * 60_000;
    const date = Temporal.PlainDate.from(this.date(day));
    return date.toZonedDateTime({ timeZone: this.zone, plainTime: time }).epochMilliseconds;
  }

  /** The window of each day: from the first day of the group to the first day after it. */
  #grouped(same: (day: number) => string | number): OpenWindow[] {
    const windows: OpenWindow[] = [];
    let first = 0;
    for (let day = 1; day <= DAYS; day++) {
      if (day < DAYS && same(day) === same(first)) continue;
      const open = { startMs: this.midnight(first), endMs: this.midnight(day) };
      for (let inside = first; inside < day; inside++) windows.push(open);
      first = day;
    }
    return windows;
  }
}

/** The first instant of each day. A day has 24 hours, unless the clocks change in it. */
function midnightsOf(dates: readonly string[], zone: string): number[] {
  const changes = changesOf(zone);
  let nextMs: number | undefined;
  return dates.map((date) => {
    const startMs = nextMs ?? midnight(Temporal.PlainDate.from(date), zone);
    const endMs = startMs + DAY_MS;
    nextMs = changes.some((ms) => ms > startMs - DAY_MS && ms <= endMs) ? undefined : endMs;
    return startMs;
  });
}

/** When the clocks of a zone change. */
function changesOf(zone: string): number[] {
  const changes: number[] = [];
  let at = Temporal.Instant.fromEpochMilliseconds(FIRST_DAY_MS).toZonedDateTimeISO(zone);
  for (;;) {
    const next = at.getTimeZoneTransition('next');
    if (next === null || next.epochMilliseconds > FIRST_DAY_MS + DAYS * DAY_MS) return changes;
    changes.push(next.epochMilliseconds);
    at = next;
  }
}

const zones = new Map<string, ZoneDays>();

export function daysOf(zone: string): ZoneDays {
  const days = zones.get(zone) ?? new ZoneDays(zone);
  zones.set(zone, days);
  return days;
}

export function windowAt(window: ModelWindow, ms: number, zone: string): OpenWindow {
  const days = daysOf(zone);
  return days.window(window, days.dayAt(ms));
}

/** The number of the day with a date, `YYYY-MM-DD`. */
export function dayOfDate(date: string): number {
  return (Date.parse(date) - FIRST_DAY_MS) / DAY_MS;
}

/** The UTC date, `YYYY-MM-DD`. */
function dateOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** The first instant of a day. */
function midnight(day: Temporal.PlainDate, zone: string): number {
  return day.toZonedDateTime(zone).epochMilliseconds;
}

/** The local time, for example `2027-03-28T01:59:59.999+01:00`. */
export function localTime(ms: number, zone: string): string {
  const days = daysOf(zone);
  if (ms >= days.midnight(0) && ms < days.midnight(DAYS)) {
    const day = days.dayAt(ms);
    const isWhole = days.midnight(day + 1) - days.midnight(day) === DAY_MS;
    if (isWhole) return offsetTime(ms, offsetText(Date.parse(days.date(day)) - days.midnight(day)));
  }
  const there = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone);
  return there.toString({ timeZoneName: 'never', fractionalSecondDigits: 3 });
}

function offsetText(ms: number): string {
  const minutes = Math.abs(ms) / 60_000;
  const two = (part: number) => String(part).padStart(2, '0');
  return `${ms < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/** The instant in the form of card settings: with a UTC offset, which need not be the bank's. */
export function offsetTime(ms: number, offset: string): string {
  const sign = offset.startsWith('-') ? -1 : 1;
  const minutes = sign * (Number(offset.slice(1, 3)) * 60 + Number(offset.slice(4)));
  return new Date(ms + minutes * 60_000).toISOString().replace('Z', offset);
}
