import { describe, expect, it } from 'vitest';
import { createCalendar, type Window } from '../../platform/kernel/time/calendar.ts';
import {
  type Counters,
  count,
  NO_COUNTERS,
  readCounters,
  releaseUse,
  spentIn,
  windowsOf,
  writeCounters,
} from './counters.ts';

const at = (instant: string) => new Date(instant);
const ms = (instant: string) => Date.parse(instant);
const dubai = createCalendar('Asia/Dubai', '00:00');
const berlin = createCalendar('Europe/Berlin', '18:00');
const WINDOWS = windowsOf(['WEEKLY', 'YEARLY', 'LIFETIME']);

/** Returns the current value of each counter. */
const spent = (counters: Counters, now: string) => counters.map((counter) => Number(spentIn(counter, at(now))));

it('the five counters count over a day, a month, and three windows that the bank chooses', () => {
  expect(windowsOf(['QUARTERLY', 'LIFETIME', 'WEEKLY'])).toEqual([
    'DAILY',
    'MONTHLY',
    'QUARTERLY',
    'LIFETIME',
    'WEEKLY',
  ]);
});

describe('count', () => {
  it('adds to open windows, and starts from zero in ended ones', () => {
    const first = count(NO_COUNTERS, WINDOWS, 1000n, dubai, at('2026-12-30T08:00:00Z'));
    expect(first).toEqual([
      { minor: 1000n, endsAtMs: ms('2026-12-30T20:00:00Z') },
      { minor: 1000n, endsAtMs: ms('2026-12-31T20:00:00Z') },
      { minor: 1000n, endsAtMs: ms('2027-01-03T20:00:00Z') },
      { minor: 1000n, endsAtMs: ms('2026-12-31T20:00:00Z') },
      { minor: 1000n, endsAtMs: undefined },
    ]);
    expect(spent(first, '2026-12-30T19:59:59.999Z')).toEqual([1000, 1000, 1000, 1000, 1000]);
    expect(spent(first, '2026-12-30T20:00:00.000Z')).toEqual([0, 1000, 1000, 1000, 1000]);
    expect(spent(first, '2026-12-31T20:00:00.000Z')).toEqual([0, 0, 1000, 0, 1000]);
    expect(spent(first, '2027-01-03T20:00:00.000Z')).toEqual([0, 0, 0, 0, 1000]);
    expect(spent(first, '2099-01-01T00:00:00.000Z')).toEqual([0, 0, 0, 0, 1000]);

    const sameDay = count(first, WINDOWS, 500n, dubai, at('2026-12-30T19:59:59.999Z'));
    expect(spent(sameDay, '2026-12-30T19:59:59.999Z')).toEqual([1500, 1500, 1500, 1500, 1500]);
    const nextDay = count(first, WINDOWS, 500n, dubai, at('2026-12-30T20:00:00.000Z'));
    expect(spent(nextDay, '2026-12-30T20:00:00.000Z')).toEqual([500, 1500, 1500, 1500, 1500]);
    const nextYear = count(first, WINDOWS, 500n, dubai, at('2026-12-31T20:00:00.000Z'));
    expect(spent(nextYear, '2026-12-31T20:00:00.000Z')).toEqual([500, 500, 1500, 500, 1500]);
    expect(nextYear[3]).toEqual({ minor: 500n, endsAtMs: ms('2027-12-31T20:00:00Z') });
  });

  it.each([
    // clocks change on these days, which have 23 and 25 hours
    ['DAILY', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
    ['DAILY', '2026-03-29T00:59:59.999Z', '2026-03-29T22:00:00.000Z'],
    ['DAILY', '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
    ['DAILY', '2026-10-25T01:30:00.000Z', '2026-10-25T23:00:00.000Z'],
    ['WEEKLY', '2026-03-23T00:00:00.000Z', '2026-03-29T22:00:00.000Z'],
    ['WEEKLY', '2026-10-25T22:59:59.999Z', '2026-10-25T23:00:00.000Z'],
    ['MONTHLY', '2026-02-28T22:59:59.999Z', '2026-02-28T23:00:00.000Z'],
    ['MONTHLY', '2028-02-28T23:30:00.000Z', '2028-02-29T23:00:00.000Z'],
    ['MONTHLY', '2026-03-15T00:00:00.000Z', '2026-03-31T22:00:00.000Z'],
    ['QUARTERLY', '2026-03-31T21:59:59.999Z', '2026-03-31T22:00:00.000Z'],
    ['QUARTERLY', '2026-11-20T00:00:00.000Z', '2026-12-31T23:00:00.000Z'],
    ['YEARLY', '2028-02-29T12:00:00.000Z', '2028-12-31T23:00:00.000Z'],
  ] as [Window, string, string][])('ends a %s window that contains %s at %s in Berlin', (window, now, end) => {
    const [, , counter] = count(NO_COUNTERS, windowsOf([window, window, window]), 1n, berlin, at(now));
    expect(new Date(counter!.endsAtMs!).toISOString()).toBe(end);
  });
});

describe('releaseUse', () => {
  const countedAt = at('2026-12-30T08:00:00Z');
  const counted = count(NO_COUNTERS, WINDOWS, 1000n, dubai, countedAt);
  const back = (counters: Counters, minor: bigint, now: string, when = countedAt) =>
    releaseUse(counters, WINDOWS, minor, { calendar: dubai, countedAt: when, now: at(now) });

  it('subtracts what was counted from windows that are still open', () => {
    expect(spent(back(counted, 400n, '2026-12-30T09:00:00Z'), '2026-12-30T09:00:00Z')).toEqual([
      600, 600, 600, 600, 600,
    ]);
    expect(spent(back(counted, 400n, '2026-12-31T09:00:00Z'), '2026-12-31T09:00:00Z')).toEqual([0, 600, 600, 600, 600]);
  });

  it('does not change a window that began after the count', () => {
    const later = count(counted, WINDOWS, 500n, dubai, at('2026-12-31T21:00:00Z'));
    const now = '2026-12-31T22:00:00Z';
    // day, month and year are new; the current week and the lifetime contain both payments
    expect(spent(later, now)).toEqual([500, 500, 1500, 500, 1500]);
    expect(spent(back(later, 1000n, now), now)).toEqual([500, 500, 500, 500, 500]);
  });

  it('never goes below zero', () => {
    expect(spent(back(counted, 1001n, '2026-12-30T09:00:00Z'), '2026-12-30T09:00:00Z')).toEqual([0, 0, 0, 0, 0]);
  });

  it('does not change ended windows, even if nothing was counted since', () => {
    expect(back(counted, 1000n, '2026-12-30T20:00:00.000Z')[0]).toEqual(counted[0]);
  });
});

describe('the stored form of counters', () => {
  it('is one text, which is empty for an account that was never charged', () => {
    const counters = count(NO_COUNTERS, WINDOWS, 9_223_372_036_854_775_807n, dubai, at('2026-11-20T08:00:00Z'));
    const text = writeCounters(counters);
    expect(text).toBe(
      [
        '9223372036854775807:1795204800000',
        '9223372036854775807:1796068800000',
        '9223372036854775807:1795377600000',
        '9223372036854775807:1798747200000',
        '9223372036854775807:',
      ].join(','),
    );
    expect(readCounters(text)).toEqual(counters);
    expect(readCounters('')).toEqual(NO_COUNTERS);
    expect(spent(NO_COUNTERS, '2026-11-20T08:00:00Z')).toEqual([0, 0, 0, 0, 0]);
  });
});
