import { Temporal } from 'temporal-polyfill';

/** Dates of one bank: its time zone and the local time at which its next business date begins. */
export interface Calendar {
  readonly timeZone: string;
  /** Business date YYYY-MM-DD: the local date, the next one from the cut-off on. */
  businessDate(now: Date): string;
  /** Local calendar date YYYY-MM-DD. */
  localDate(now: Date): string;
  /** DD/MM/YYYY HH:MM:SS, local. */
  headerTime(now: Date): string;
  /** ISO 8601 with the local offset, to the millisecond. */
  isoTime(now: Date): string;
}

/** @param cutOff local HH:MM[:SS]; 00:00 is midnight, when business date and calendar date agree. */
export function createCalendar(timeZone: string, cutOff: string): Calendar {
  const cutOffTime = Temporal.PlainTime.from(cutOff);
  const atMidnight = cutOffTime.equals(Temporal.PlainTime.from('00:00'));
  const business = rememberSpan((at) => {
    const date = at.toPlainDate();
    const changes = (day: Temporal.PlainDate) => day.toZonedDateTime({ timeZone, plainTime: cutOffTime });
    const isLate = !atMidnight && Temporal.ZonedDateTime.compare(at, changes(date)) >= 0;
    const changeDay = atMidnight || isLate ? date.add({ days: 1 }) : date;
    return { date: (isLate ? date.add({ days: 1 }) : date).toString(), until: changes(changeDay) };
  }, timeZone);
  const local = rememberSpan((at) => {
    const date = at.toPlainDate();
    return { date: date.toString(), until: date.add({ days: 1 }).toZonedDateTime(timeZone) };
  }, timeZone);
  return {
    timeZone,
    businessDate: business,
    localDate: local,
    headerTime: (now) => {
      const at = zoned(now, timeZone);
      return `${two(at.day)}/${two(at.month)}/${at.year} ${two(at.hour)}:${two(at.minute)}:${two(at.second)}`;
    },
    isoTime: (now) => zoned(now, timeZone).toString({ timeZoneName: 'never', fractionalSecondDigits: 3 }),
  };
}

/** Calendar arithmetic is slow and its answer holds for a day: it is asked again when the day has passed. */
function rememberSpan(
  ask: (at: Temporal.ZonedDateTime) => { date: string; until: Temporal.ZonedDateTime },
  timeZone: string,
): (now: Date) => string {
  let from = 0;
  let until = 0;
  let date = '';
  return (now) => {
    const ms = now.getTime();
    if (ms < from || ms >= until) {
      const span = ask(zoned(now, timeZone));
      date = span.date;
      from = ms;
      until = span.until.epochMilliseconds;
    }
    return date;
  };
}

function zoned(now: Date, timeZone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone);
}

function two(part: number): string {
  return String(part).padStart(2, '0');
}
