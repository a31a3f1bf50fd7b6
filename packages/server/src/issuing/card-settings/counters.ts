import { COUNTERS, type CounterName } from '@cardwright/contract';
import type { Calendar, Window } from '../../platform/kernel/time/calendar.ts';

/** The amount that an account has spent in a window (docs/interface/card-settings.md#windows). Pure. */
export interface Counter {
  readonly minor: bigint;
  /** When the counter next returns to zero, in milliseconds since 1970; undefined if it never does. */
  readonly endsAtMs: number | undefined;
}

type Five<T> = readonly [T, T, T, T, T];
/** The five counters, in the order of the contract's COUNTERS. */
export type Counters = Five<Counter>;
export type CounterWindows = Five<Window>;

/** The index of each counter. */
export const COUNTER_PLACE = { daily: 0, monthly: 1, counter1: 2, counter2: 3, counter3: 4 } as const satisfies Record<
  CounterName,
  number
>;

const NOTHING: Counter = { minor: 0n, endsAtMs: 0 };
/** The counters of an account that was never charged. */
export const NO_COUNTERS: Counters = [NOTHING, NOTHING, NOTHING, NOTHING, NOTHING];

/** Returns the windows of all counters, in the order of the counters. */
export function windowsOf(own: readonly [Window, Window, Window]): CounterWindows {
  return ['DAILY', 'MONTHLY', ...own];
}

/** Returns the current value of the counter, which is zero after its window has ended. */
export function spentIn({ minor, endsAtMs }: Counter, now: Date): bigint {
  return endsAtMs === undefined || now.getTime() < endsAtMs ? minor : 0n;
}

function withWindows(
  [daily, monthly, first, second, third]: Counters,
  windows: CounterWindows,
  next: (counter: Counter, window: Window) => Counter,
): Counters {
  return [
    next(daily, windows[0]),
    next(monthly, windows[1]),
    next(first, windows[2]),
    next(second, windows[3]),
    next(third, windows[4]),
  ];
}

/** Returns the counters after an approval of `minor`. */
export function count(
  counters: Counters,
  windows: CounterWindows,
  minor: bigint,
  calendar: Calendar,
  now: Date,
): Counters {
  return withWindows(counters, windows, (counter, window) => {
    const isOpen = counter.endsAtMs === undefined || now.getTime() < counter.endsAtMs;
    return isOpen
      ? { minor: counter.minor + minor, endsAtMs: counter.endsAtMs }
      : { minor, endsAtMs: calendar.windowEnd(window, now) };
  });
}

/**
 * Gives back what was counted at `countedAt`, in each counter whose window at that time is still open. A negative
 * amount adds to the counters.
 */
export function releaseUse(
  counters: Counters,
  windows: CounterWindows,
  minor: bigint,
  { calendar, countedAt, now }: { calendar: Calendar; countedAt: Date; now: Date },
): Counters {
  return withWindows(counters, windows, (counter, window) => {
    const { endsAtMs } = counter;
    const isOpen = endsAtMs === undefined || now.getTime() < endsAtMs;
    if (!isOpen || calendar.windowEnd(window, countedAt) !== endsAtMs) return counter;
    return { minor: counter.minor > minor ? counter.minor - minor : 0n, endsAtMs };
  });
}

/** Reads the output of {@link writeCounters}. An empty text belongs to an account that was never charged. */
export function readCounters(stored: string): Counters {
  if (stored === '') return NO_COUNTERS;
  const counters = stored.split(',').map(readCounter);
  if (!areAll(counters)) throw new Error(`counters of an account are kept as ${COUNTERS.length}: ${stored}`);
  return counters;
}

function readCounter(pair: string): Counter {
  const [minor, end] = pair.split(':') as [string, string];
  return { minor: BigInt(minor), endsAtMs: end === '' ? undefined : Number(end) };
}

function areAll(counters: readonly Counter[]): counters is Counters {
  return counters.length === COUNTERS.length;
}

export function writeCounters(counters: Counters): string {
  return counters.map(({ minor, endsAtMs }) => `${minor}:${endsAtMs ?? ''}`).join(',');
}
