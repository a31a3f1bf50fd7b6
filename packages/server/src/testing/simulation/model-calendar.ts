import { Temporal } from 'temporal-polyfill';

/**
 * The model's own calendar: written from docs/interface/card-settings.md#windows, and sharing no code with what it
 * checks.
 */
export type ModelWindow = 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'QUARTERLY' | 'YEARLY' | 'LIFETIME';

const MONTHS_OF: Partial<Record<ModelWindow, number>> = { MONTHLY: 1, QUARTERLY: 3, YEARLY: 12 };

export function localDay(ms: number, zone: string): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone).toPlainDate();
}

/** The first instant of a day. */
export function midnight(day: Temporal.PlainDate, zone: string): number {
  return day.toZonedDateTime(zone).epochMilliseconds;
}

/** First day of the window that a day lies in; `ahead` windows later. */
function firstDay(window: ModelWindow, day: Temporal.PlainDate, ahead: number): Temporal.PlainDate {
  if (window === 'DAILY') return day.add({ days: ahead });
  if (window === 'WEEKLY') return day.add({ days: 7 * ahead + 1 - day.dayOfWeek });
  const months = MONTHS_OF[window]!;
  const past = (day.month - 1) % months;
  return day.with({ day: 1 }).add({ months: months * ahead - past });
}

export interface OpenWindow {
  /** When it began; a window for life never did. */
  readonly startMs: number;
  /** When it ends; undefined where it never does. */
  readonly endMs: number | undefined;
}

const FOR_LIFE: OpenWindow = { startMs: Number.NEGATIVE_INFINITY, endMs: undefined };
/** Sequences side by side ask for the same instant again and again. */
const known = new Map<string, OpenWindow>();

/** The window that is open at `ms`. */
export function windowAt(window: ModelWindow, ms: number, zone: string): OpenWindow {
  if (window === 'LIFETIME') return FOR_LIFE;
  const key = `${window} ${ms} ${zone}`;
  const day = () => localDay(ms, zone);
  const found = known.get(key) ?? {
    startMs: midnight(firstDay(window, day(), 0), zone),
    endMs: midnight(firstDay(window, day(), 1), zone),
  };
  known.set(key, found);
  return found;
}

/** `2027-03-28T01:59:59.999+01:00` */
export function localTime(ms: number, zone: string): string {
  const there = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone);
  return there.toString({ timeZoneName: 'never', fractionalSecondDigits: 3 });
}

/** The instant as card settings write it: with a UTC offset, which need not be the bank's. */
export function offsetTime(ms: number, offset: string): string {
  return Temporal.Instant.fromEpochMilliseconds(ms).toString({ timeZone: offset, fractionalSecondDigits: 3 });
}
