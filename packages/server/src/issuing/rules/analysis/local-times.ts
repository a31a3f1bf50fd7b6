/** A period between two times at which a rule begins or ends. Within it, the same rules are in force. */
export interface Period {
  readonly fromMs: number;
  /** Infinity for the last period. */
  readonly untilMs: number;
}

export type LocalTime = (now: Date) => { readonly hour: number; readonly weekday: number };

/** Divides the time from now on into periods at the times at which rules begin or end. Pure. */
export function periodsOf(nowMs: number, rules: readonly { fromMs: number; untilMs: number }[]): Period[] {
  const cuts = rules.flatMap(({ fromMs, untilMs }) => [fromMs, untilMs]);
  const later = [...new Set(cuts.filter((at) => at > nowMs && Number.isFinite(at)))].sort((one, other) => one - other);
  const begins = [nowMs, ...later];
  return begins.map((fromMs, at) => ({ fromMs, untilMs: begins[at + 1] ?? Number.POSITIVE_INFINITY }));
}

const QUARTER_MS = 900_000;
/** The hours of a week. */
const ALL = 7 * 24;
/** A clock change can skip an hour in one week, but no hour is missing from two months. */
const LONG_MS = 60 * 86_400_000;

/** The hours of each weekday, 1 to 7, that a period contains; undefined if it contains all of them. */
export function hoursOf(period: Period, localTime: LocalTime): ReadonlyMap<number, ReadonlySet<number>> | undefined {
  if (period.untilMs - period.fromMs > LONG_MS) return undefined;
  const hours = new Map<number, Set<number>>();
  let found = 0;
  for (const at of quartersOf(period)) {
    const { hour, weekday } = localTime(new Date(at));
    const ofDay = hours.get(weekday) ?? new Set();
    if (!ofDay.has(hour)) found += 1;
    hours.set(weekday, ofDay.add(hour));
    if (found === ALL) return undefined;
  }
  return hours;
}

/** The first time in a period with an hour and a weekday, if the caller passes them. */
export function timeWithin(
  period: Period,
  localTime: LocalTime,
  { hour, weekday }: { readonly hour: number | undefined; readonly weekday: number | undefined },
): Date {
  for (const at of quartersOf({ ...period, untilMs: Math.min(period.untilMs, period.fromMs + LONG_MS) })) {
    const local = localTime(new Date(at));
    if ((hour ?? local.hour) === local.hour && (weekday ?? local.weekday) === local.weekday) return new Date(at);
  }
  return new Date(period.fromMs);
}

/** The start of the period and each quarter of an hour after it, because offsets of time zones are multiples of a quarter. */
function* quartersOf({ fromMs, untilMs }: Period): Generator<number> {
  yield fromMs;
  const first = Math.floor(fromMs / QUARTER_MS) * QUARTER_MS + QUARTER_MS;
  for (let at = first; at < untilMs; at += QUARTER_MS) yield at;
}
