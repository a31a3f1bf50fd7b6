import type { Calendar, Window } from '../kernel/calendar.ts';

/** What an account has spent in a window (docs/interface/card-settings.md#windows). Pure. */
export interface Counter {
  readonly minor: bigint;
  /** When it next returns to zero, in milliseconds since 1970; undefined: never. */
  readonly endsAtMs: number | undefined;
}

/** In the order of the contract's COUNTERS. */
export type Counters = readonly Counter[];

const NOTHING: Counter = { minor: 0n, endsAtMs: 0 };
/** Of an account that was never charged. */
export const NO_COUNTERS: Counters = [NOTHING, NOTHING, NOTHING, NOTHING, NOTHING];

/** Windows of all counters, in their order. */
export function windowsOf(own: readonly [Window, Window, Window]): readonly Window[] {
  return ['DAILY', 'MONTHLY', ...own];
}

/** What the counter shows now: a window that is over counts nothing any more. */
export function spentIn({ minor, endsAtMs }: Counter, now: Date): bigint {
  return endsAtMs === undefined || now.getTime() < endsAtMs ? minor : 0n;
}

/** The counters after an approval of `minor`. */
export function count(
  counters: Counters,
  windows: readonly Window[],
  minor: bigint,
  calendar: Calendar,
  now: Date,
): Counters {
  return counters.map((counter, at) => {
    const isOpen = counter.endsAtMs === undefined || now.getTime() < counter.endsAtMs;
    return isOpen
      ? { minor: counter.minor + minor, endsAtMs: counter.endsAtMs }
      : { minor, endsAtMs: calendar.windowEnd(windows[at]!, now) };
  });
}

/**
 * Gives back what was counted at `countedAt`, in the counters whose window of then is still open; a negative amount is
 * counted on top.
 */
export function giveBack(
  counters: Counters,
  windows: readonly Window[],
  minor: bigint,
  { calendar, countedAt, now }: { calendar: Calendar; countedAt: Date; now: Date },
): Counters {
  return counters.map((counter, at) => {
    const { endsAtMs } = counter;
    const isOpen = endsAtMs === undefined || now.getTime() < endsAtMs;
    if (!isOpen || calendar.windowEnd(windows[at]!, countedAt) !== endsAtMs) return counter;
    return { minor: counter.minor > minor ? counter.minor - minor : 0n, endsAtMs };
  });
}

/** Reads what {@link writeCounters} wrote; an empty text is an account that was never charged. */
export function readCounters(stored: string): Counters {
  if (stored === '') return NO_COUNTERS;
  return stored.split(',').map((pair) => {
    const [minor, end] = pair.split(':') as [string, string];
    return { minor: BigInt(minor), endsAtMs: end === '' ? undefined : Number(end) };
  });
}

export function writeCounters(counters: Counters): string {
  return counters.map(({ minor, endsAtMs }) => `${minor}:${endsAtMs ?? ''}`).join(',');
}
