import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCalendar, WINDOWS } from './calendar.ts';

const at = (instant: string) => new Date(instant);

describe('businessDate', () => {
  it('begins at the local midnight without another cut-off: 20:00 UTC in Dubai', () => {
    const dubai = createCalendar('Asia/Dubai', '00:00');
    expect(dubai.businessDate(at('2026-11-20T19:59:59.999Z'))).toBe('2026-11-20');
    expect(dubai.businessDate(at('2026-11-20T20:00:00.000Z'))).toBe('2026-11-21');
    expect(dubai.businessDate(at('2026-11-21T19:59:59.999Z'))).toBe('2026-11-21');
  });

  it('is the next date from the cut-off on, over the ends of months and years', () => {
    const dubai = createCalendar('Asia/Dubai', '18:00:00');
    expect(dubai.businessDate(at('2026-11-30T13:59:59.999Z'))).toBe('2026-11-30');
    expect(dubai.businessDate(at('2026-11-30T14:00:00.000Z'))).toBe('2026-12-01');
    expect(dubai.businessDate(at('2026-11-30T20:00:00.000Z'))).toBe('2026-12-01');
    expect(dubai.businessDate(at('2026-12-31T13:59:59.999Z'))).toBe('2026-12-31');
    expect(dubai.businessDate(at('2026-12-31T14:00:00.000Z'))).toBe('2027-01-01');
    expect(dubai.businessDate(at('2027-02-28T14:00:00.000Z'))).toBe('2027-03-01');
    expect(dubai.businessDate(at('2028-02-28T14:00:00.000Z'))).toBe('2028-02-29');
    expect(dubai.businessDate(at('2028-02-29T14:00:00.000Z'))).toBe('2028-03-01');
  });

  it('follows the cut-off through both changes of daylight-saving time in Berlin', () => {
    const berlin = createCalendar('Europe/Berlin', '18:00');
    // clocks go forward on 29 March 2026: 18:00 is 17:00 UTC the day before, 16:00 UTC that day
    expect(berlin.businessDate(at('2026-03-28T16:59:59.999Z'))).toBe('2026-03-28');
    expect(berlin.businessDate(at('2026-03-28T17:00:00.000Z'))).toBe('2026-03-29');
    expect(berlin.businessDate(at('2026-03-29T15:59:59.999Z'))).toBe('2026-03-29');
    expect(berlin.businessDate(at('2026-03-29T16:00:00.000Z'))).toBe('2026-03-30');
    // and back on 25 October
    expect(berlin.businessDate(at('2026-10-24T15:59:59.999Z'))).toBe('2026-10-24');
    expect(berlin.businessDate(at('2026-10-24T16:00:00.000Z'))).toBe('2026-10-25');
    expect(berlin.businessDate(at('2026-10-25T16:59:59.999Z'))).toBe('2026-10-25');
    expect(berlin.businessDate(at('2026-10-25T17:00:00.000Z'))).toBe('2026-10-26');
  });

  it('changes once if the clock skips the cut-off, and once if it shows the cut-off twice', () => {
    const berlin = createCalendar('Europe/Berlin', '02:30');
    expect(berlin.businessDate(at('2026-03-29T00:59:59.999Z'))).toBe('2026-03-29');
    expect(berlin.businessDate(at('2026-03-29T01:29:59.999Z'))).toBe('2026-03-29');
    expect(berlin.businessDate(at('2026-03-29T01:30:00.000Z'))).toBe('2026-03-30');
    expect(berlin.businessDate(at('2026-10-25T00:29:59.999Z'))).toBe('2026-10-25');
    expect(berlin.businessDate(at('2026-10-25T00:30:00.000Z'))).toBe('2026-10-26');
    expect(berlin.businessDate(at('2026-10-25T01:15:00.000Z'))).toBe('2026-10-26');
    expect(berlin.businessDate(at('2026-10-26T01:29:59.999Z'))).toBe('2026-10-26');
    expect(berlin.businessDate(at('2026-10-26T01:30:00.000Z'))).toBe('2026-10-27');
  });

  it('does not depend on earlier calls, forward or backward in time', () => {
    const instants = fc.date({ min: at('2026-01-01T00:00:00Z'), max: at('2028-12-31T00:00:00Z'), noInvalidDate: true });
    // close together, so that calls hit one day often: around a change of the clock in Berlin, and in Cairo
    const near = (day: string) =>
      fc.integer({ min: -48, max: 48 }).map((half) => new Date(Date.parse(day) + half * 1_800_000));
    const requests = fc.oneof(
      fc.array(instants),
      fc.array(near('2026-10-25T00:00:00Z')),
      fc.array(near('2026-04-24T00:00:00Z')),
    );
    const zones = fc.constantFrom('Europe/Berlin', 'Asia/Dubai', 'Africa/Cairo', 'America/St_Johns');
    fc.assert(
      fc.property(zones, fc.constantFrom('00:00', '02:30', '18:00'), requests, (zone, cutOff, times) => {
        const remembering = createCalendar(zone, cutOff);
        for (const now of times) {
          const fresh = createCalendar(zone, cutOff);
          expect(remembering.businessDate(now)).toBe(fresh.businessDate(now));
          expect(remembering.localDate(now)).toBe(fresh.localDate(now));
          expect(remembering.windowEnd('WEEKLY', now)).toBe(fresh.windowEnd('WEEKLY', now));
        }
      }),
      { numRuns: 100 },
    );
  });
});

describe('localDate', () => {
  it('changes at the local midnight whatever the cut-off', () => {
    const dubai = createCalendar('Asia/Dubai', '18:00');
    expect(dubai.localDate(at('2026-11-20T14:00:00.000Z'))).toBe('2026-11-20');
    expect(dubai.localDate(at('2026-11-20T19:59:59.999Z'))).toBe('2026-11-20');
    expect(dubai.localDate(at('2026-11-20T20:00:00.000Z'))).toBe('2026-11-21');
  });

  it('changes at 01:00 if the clock skips midnight: Cairo on 24 April 2026', () => {
    const cairo = createCalendar('Africa/Cairo', '00:00');
    expect(cairo.localDate(at('2026-04-23T21:59:59.999Z'))).toBe('2026-04-23');
    expect(cairo.localDate(at('2026-04-23T22:00:00.000Z'))).toBe('2026-04-24');
    expect(cairo.headerTime(at('2026-04-23T22:00:00.000Z'))).toBe('24/04/2026 01:00:00');
  });
});

describe('endOfDay', () => {
  const end = (zone: string, date: string) => new Date(createCalendar(zone, '18:00').endOfDay(date)).toISOString();

  it.each([
    ['Asia/Dubai', '2026-11-20', '2026-11-20T20:00:00.000Z'],
    ['Asia/Dubai', '2026-12-31', '2026-12-31T20:00:00.000Z'],
    ['Asia/Dubai', '2028-02-28', '2028-02-28T20:00:00.000Z'],
    ['Asia/Dubai', '2028-02-29', '2028-02-29T20:00:00.000Z'],
    // days of 23 and of 25 hours
    ['Europe/Berlin', '2026-03-28', '2026-03-28T23:00:00.000Z'],
    ['Europe/Berlin', '2026-03-29', '2026-03-29T22:00:00.000Z'],
    ['Europe/Berlin', '2026-10-24', '2026-10-24T22:00:00.000Z'],
    ['Europe/Berlin', '2026-10-25', '2026-10-25T23:00:00.000Z'],
    // the clock skips midnight: the next day begins at 01:00
    ['Africa/Cairo', '2026-04-23', '2026-04-23T22:00:00.000Z'],
    ['America/St_Johns', '2026-07-01', '2026-07-02T02:30:00.000Z'],
  ])('in %s %s is over at %s, whatever the cut-off', (zone, date, expected) => {
    expect(end(zone, date)).toBe(expected);
  });
});

describe('windowEnd', () => {
  const ends = (zone: string, now: string) => {
    const calendar = createCalendar(zone, '18:00');
    return Object.fromEntries(
      WINDOWS.map((window) => {
        const end = calendar.windowEnd(window, at(now));
        return [window, end === undefined ? undefined : new Date(end).toISOString()];
      }),
    );
  };

  it.each([
    [
      'a Friday in November, in Dubai',
      'Asia/Dubai',
      '2026-11-20T08:00:00.000Z',
      {
        DAILY: '2026-11-20T20:00:00.000Z',
        WEEKLY: '2026-11-22T20:00:00.000Z',
        MONTHLY: '2026-11-30T20:00:00.000Z',
        QUARTERLY: '2026-12-31T20:00:00.000Z',
        YEARLY: '2026-12-31T20:00:00.000Z',
      },
    ],
    [
      'the last millisecond of a year, a Thursday',
      'Asia/Dubai',
      '2026-12-31T19:59:59.999Z',
      {
        DAILY: '2026-12-31T20:00:00.000Z',
        WEEKLY: '2027-01-03T20:00:00.000Z',
        MONTHLY: '2026-12-31T20:00:00.000Z',
        QUARTERLY: '2026-12-31T20:00:00.000Z',
        YEARLY: '2026-12-31T20:00:00.000Z',
      },
    ],
    [
      'the first one of the next',
      'Asia/Dubai',
      '2026-12-31T20:00:00.000Z',
      {
        DAILY: '2027-01-01T20:00:00.000Z',
        WEEKLY: '2027-01-03T20:00:00.000Z',
        MONTHLY: '2027-01-31T20:00:00.000Z',
        QUARTERLY: '2027-03-31T20:00:00.000Z',
        YEARLY: '2027-12-31T20:00:00.000Z',
      },
    ],
    [
      'the 31st before a month of 30 days, a Saturday',
      'Asia/Dubai',
      '2026-10-31T08:00:00.000Z',
      {
        DAILY: '2026-10-31T20:00:00.000Z',
        WEEKLY: '2026-11-01T20:00:00.000Z',
        MONTHLY: '2026-10-31T20:00:00.000Z',
        QUARTERLY: '2026-12-31T20:00:00.000Z',
        YEARLY: '2026-12-31T20:00:00.000Z',
      },
    ],
    [
      'the 31st of January before a short month, a Monday',
      'Asia/Dubai',
      '2028-01-31T08:00:00.000Z',
      {
        DAILY: '2028-01-31T20:00:00.000Z',
        WEEKLY: '2028-02-06T20:00:00.000Z',
        MONTHLY: '2028-01-31T20:00:00.000Z',
        QUARTERLY: '2028-03-31T20:00:00.000Z',
        YEARLY: '2028-12-31T20:00:00.000Z',
      },
    ],
    [
      'the 29th of February, a Tuesday',
      'Asia/Dubai',
      '2028-02-29T08:00:00.000Z',
      {
        DAILY: '2028-02-29T20:00:00.000Z',
        WEEKLY: '2028-03-05T20:00:00.000Z',
        MONTHLY: '2028-02-29T20:00:00.000Z',
        QUARTERLY: '2028-03-31T20:00:00.000Z',
        YEARLY: '2028-12-31T20:00:00.000Z',
      },
    ],
    [
      'the Sunday on which the clocks go forward in Berlin',
      'Europe/Berlin',
      '2026-03-29T00:30:00.000Z',
      {
        DAILY: '2026-03-29T22:00:00.000Z',
        WEEKLY: '2026-03-29T22:00:00.000Z',
        MONTHLY: '2026-03-31T22:00:00.000Z',
        QUARTERLY: '2026-03-31T22:00:00.000Z',
        YEARLY: '2026-12-31T23:00:00.000Z',
      },
    ],
    [
      'the Sunday on which they go back, at the second 02:30',
      'Europe/Berlin',
      '2026-10-25T01:30:00.000Z',
      {
        DAILY: '2026-10-25T23:00:00.000Z',
        WEEKLY: '2026-10-25T23:00:00.000Z',
        MONTHLY: '2026-10-31T23:00:00.000Z',
        QUARTERLY: '2026-12-31T23:00:00.000Z',
        YEARLY: '2026-12-31T23:00:00.000Z',
      },
    ],
  ])('%s', (_what, zone, now, expected) => {
    expect(ends(zone, now)).toEqual({ ...expected, LIFETIME: undefined });
  });

  it('does not depend on earlier calls, forward or backward in time', () => {
    const instants = fc.date({ min: at('2026-01-01T00:00:00Z'), max: at('2028-12-31T00:00:00Z'), noInvalidDate: true });
    const zones = fc.constantFrom('Europe/Berlin', 'Asia/Dubai', 'Africa/Cairo', 'America/St_Johns');
    fc.assert(
      fc.property(zones, fc.array(fc.tuple(fc.constantFrom(...WINDOWS), instants)), (zone, requests) => {
        const remembering = createCalendar(zone, '00:00');
        for (const [window, now] of requests) {
          const end = remembering.windowEnd(window, now);
          expect(end).toBe(createCalendar(zone, '00:00').windowEnd(window, now));
          if (end !== undefined) expect(end).toBeGreaterThan(now.getTime());
        }
      }),
      { numRuns: 50 },
    );
  });
});

describe('written times', () => {
  it('are local: DD/MM/YYYY HH:MM:SS', () => {
    expect(createCalendar('Asia/Dubai', '00:00').headerTime(at('2026-11-20T08:00:00.000Z'))).toBe(
      '20/11/2026 12:00:00',
    );
    expect(createCalendar('Asia/Dubai', '00:00').headerTime(at('2026-12-31T20:05:09.999Z'))).toBe(
      '01/01/2027 00:05:09',
    );
    expect(createCalendar('UTC', '00:00').headerTime(at('2026-02-03T04:05:06.000Z'))).toBe('03/02/2026 04:05:06');
  });

  it('distinguish the two 02:30 of the night on which clocks go back: ISO 8601 with the offset', () => {
    const berlin = createCalendar('Europe/Berlin', '00:00');
    expect(berlin.isoTime(at('2026-10-25T00:30:00.000Z'))).toBe('2026-10-25T02:30:00.000+02:00');
    expect(berlin.isoTime(at('2026-10-25T01:30:00.000Z'))).toBe('2026-10-25T02:30:00.000+01:00');
    expect(createCalendar('UTC', '00:00').isoTime(at('2026-11-20T08:00:00.007Z'))).toBe(
      '2026-11-20T08:00:00.007+00:00',
    );
  });
});

it('refuses an unknown time zone and a malformed cut-off', () => {
  expect(() => createCalendar('Asia/Dubai', '25:00')).toThrow();
  expect(() => createCalendar('Mars/Olympus', '00:00').headerTime(at('2026-11-20T08:00:00.000Z'))).toThrow();
});
