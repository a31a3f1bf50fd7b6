import type { RestrictionType } from '@cardwright/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCalendar } from '../../platform/kernel/time/calendar.ts';
import {
  addRestriction,
  entryInForce,
  isAllowedOf,
  isInForce,
  type Restriction,
  type Restrictions,
  toRestriction,
} from './restriction.ts';

const BERLIN = createCalendar('Europe/Berlin', '18:00');
const DUBAI = createCalendar('Asia/Dubai', '00:00');
const at = (instant: string) => new Date(instant);

const ordered = (endDate: string | undefined, more: { type?: RestrictionType; isAllowed?: boolean } = {}) =>
  toRestriction({ type: 'ECOM', isAllowed: undefined, endDate, allowedValues: undefined, ...more }, BERLIN);

describe('isAllowed', () => {
  it.each([
    ['MOTO', undefined, false],
    ['INTERNATIONAL', undefined, false],
    ['ECOM', undefined, false],
    ['SWIPE', undefined, false],
    ['PERS_RESTR_CONTACTLESS', undefined, false],
    ['NFC', undefined, false],
    ['ATM', undefined, false],
    ['ANY', undefined, false],
    ['PURCHASE', undefined, false],
    ['INTERNATIONAL_SPECIFIC_COUNTRIES', undefined, true],
    ['ECOM', true, true],
    ['ECOM', false, false],
    ['INTERNATIONAL_SPECIFIC_COUNTRIES', true, true],
    ['INTERNATIONAL_SPECIFIC_COUNTRIES', false, false],
  ] as const)('for %s, sent as %s, is %s', (type, sent, expected) => {
    expect(isAllowedOf({ type, isAllowed: sent })).toBe(expected);
    const entry = toRestriction({ type, isAllowed: sent, endDate: undefined, allowedValues: undefined }, DUBAI);
    expect(entry).toEqual({ type, isAllowed: expected });
  });
});

describe('the countries of a restriction entry', () => {
  it.each([
    ['DE', ['DE']],
    ['DE,FR', ['DE', 'FR']],
    ['DEU, 250 ,GB', ['DE', 'FR', 'GB']],
    [' 784 , U SA ', ['AE', 'US']],
    ['004,012', ['AF', 'DZ']],
  ])('sent as %j are %j', (allowedValues, countries) => {
    const type = 'INTERNATIONAL_SPECIFIC_COUNTRIES';
    const entry = toRestriction({ type, isAllowed: undefined, endDate: undefined, allowedValues }, DUBAI);
    expect(entry).toEqual({ type, isAllowed: true, countries });
  });
});

describe('the last day of a restriction entry', () => {
  it.each([
    ['a day in winter', BERLIN, '2026-11-20', '2026-11-20T23:00:00.000Z'],
    ['a day in summer', BERLIN, '2026-07-14', '2026-07-14T22:00:00.000Z'],
    ['the day before the clocks go forward', BERLIN, '2026-03-28', '2026-03-28T23:00:00.000Z'],
    ['the day of 23 hours', BERLIN, '2026-03-29', '2026-03-29T22:00:00.000Z'],
    ['the day before the clocks go back', BERLIN, '2026-10-24', '2026-10-24T22:00:00.000Z'],
    ['the day of 25 hours', BERLIN, '2026-10-25', '2026-10-25T23:00:00.000Z'],
    ['a leap day', BERLIN, '2028-02-29', '2028-02-29T23:00:00.000Z'],
    ['New Year’s Eve', BERLIN, '2026-12-31', '2026-12-31T23:00:00.000Z'],
    ['another time zone', DUBAI, '2026-11-20', '2026-11-20T20:00:00.000Z'],
    ['the last day that can be written', DUBAI, '9999-12-31', '9999-12-31T20:00:00.000Z'],
  ])('is in force to its last millisecond: %s', (_what, calendar, endDate, endsAt) => {
    const entry = toRestriction({ type: 'ATM', isAllowed: false, endDate, allowedValues: undefined }, calendar);
    const ends = Date.parse(endsAt);
    expect(entry.endsAtMs).toBe(ends);
    expect(isInForce(entry, new Date(ends - 1))).toBe(true);
    expect(isInForce(entry, new Date(ends))).toBe(false);
    expect(isInForce(entry, new Date(ends + 1))).toBe(false);
  });

  it('may end in the year 10000, in a time zone west of Greenwich', () => {
    const west = createCalendar('America/New_York', '00:00');
    const entry = toRestriction(
      { type: 'ATM', isAllowed: false, endDate: '9999-12-31', allowedValues: undefined },
      west,
    );
    expect(entry.endsAtMs).toBe(253_402_318_800_000);
  });

  it('is absent if the request has none', () => {
    expect(isInForce(ordered(undefined), at('9999-12-31T23:59:59.999Z'))).toBe(true);
  });
});

describe('two restriction entries of one type', () => {
  // in Berlin, 2026-03-29 has 23 hours and 2026-10-25 has 25
  it.each([
    ['2026-11-20', '2026-11-18T12:00:00.000Z', '2026-11-20T23:00:00.000Z'],
    ['2026-03-29', '2026-03-29T00:30:00.000Z', '2026-03-29T22:00:00.000Z'],
    ['2026-10-25', '2026-10-25T00:30:00.000Z', '2026-10-25T23:00:00.000Z'],
  ])('apply in turn: the later one to the end of %s, then the earlier one', (endDate, nowText, endsText) => {
    const now = at(nowText);
    const always = ordered(undefined, { isAllowed: false });
    const holiday = ordered(endDate, { isAllowed: true });
    const both = addRestriction(addRestriction([], always, now), holiday, now);
    const ends = Date.parse(endsText);
    expect(entryInForce(both, 'ECOM', now)).toEqual(holiday);
    expect(entryInForce(both, 'ECOM', new Date(ends - 1))).toEqual(holiday);
    expect(entryInForce(both, 'ECOM', new Date(ends))).toEqual(always);
    expect(entryInForce(both, 'ATM', now)).toBeUndefined();
  });

  it('leave nothing in force if there is no earlier entry, or if it has ended', () => {
    const now = at('2026-11-18T12:00:00.000Z');
    const short = ordered('2026-11-19');
    const long = ordered('2026-11-20', { isAllowed: true });
    const both = addRestriction(addRestriction([], short, now), long, now);
    const after = at('2026-11-20T23:00:00.000Z');
    expect(entryInForce(both, 'ECOM', now)).toEqual(long);
    expect(entryInForce(both, 'ECOM', after)).toBeUndefined();
    expect(entryInForce(addRestriction([], short, now), 'ECOM', after)).toBeUndefined();
  });
});

describe('stored restriction entries', () => {
  const now = at('2026-11-20T12:00:00.000Z');
  const today = ordered('2026-11-20');
  const tomorrow = ordered('2026-11-21');
  const always = ordered(undefined);

  it('exclude an entry that ends before a newer one of its type', () => {
    expect(addRestriction([today], tomorrow, now)).toEqual([tomorrow]);
    expect(addRestriction([tomorrow], today, now)).toEqual([today, tomorrow]);
    expect(addRestriction([today], { ...today, isAllowed: true }, now)).toEqual([{ ...today, isAllowed: true }]);
    expect(addRestriction([today, tomorrow, always], ordered(undefined, { isAllowed: true }), now)).toEqual([
      { type: 'ECOM', isAllowed: true },
    ]);
  });

  it('exclude ended entries of every type', () => {
    const over = ordered('2026-11-19', { type: 'ATM' });
    const other = ordered('2026-11-20', { type: 'ATM' });
    expect(addRestriction([over], always, now)).toEqual([always]);
    expect(addRestriction([other], always, now)).toEqual([always, other]);
  });
});

const DAY_MS = 86_400_000;
const START_MS = Date.parse('2026-03-26T12:00:00.000Z');

/** Returns the entry in force by a model that stores every change, newest first, and excludes none. */
function withoutElimination(
  changes: readonly Restriction[],
  type: RestrictionType,
  nowMs: number,
): Restriction | undefined {
  for (const change of changes) {
    if (change.type === type && nowMs < (change.endsAtMs ?? Number.POSITIVE_INFINITY)) return change;
  }
  return undefined;
}

/** Returns the instants at which an answer can change, their neighbors, and one in the far future. */
function tellingInstants(changes: readonly Restriction[], fromMs: number): number[] {
  const ends = changes.flatMap(({ endsAtMs }) => (endsAtMs === undefined ? [] : [endsAtMs - 1, endsAtMs]));
  return [fromMs, fromMs + 1_000 * DAY_MS, ...ends].filter((instant) => instant >= fromMs);
}

interface Step {
  type: RestrictionType;
  isAllowed: boolean;
  /** Days from the day of the step; undefined if the restriction has no end. */
  days: number | undefined;
  /** Time since the previous step. */
  waitMs: number;
}

/** Takes every step, and after each one compares the entries in force at every later instant at which they can differ. */
function compareWithAllEntries(steps: readonly Step[]): void {
  let nowMs = START_MS;
  let restrictions: Restrictions = [];
  const all: Restriction[] = [];
  for (const { type, isAllowed, days, waitMs } of steps) {
    nowMs += waitMs;
    const endDate = days === undefined ? undefined : BERLIN.localDate(new Date(nowMs + days * DAY_MS));
    const entry = toRestriction({ type, isAllowed, endDate, allowedValues: undefined }, BERLIN);
    restrictions = addRestriction(restrictions, entry, new Date(nowMs));
    all.unshift(entry);
    for (const instant of tellingInstants(all, nowMs)) {
      for (const type of ['ECOM', 'ATM'] as const) {
        expect(entryInForce(restrictions, type, new Date(instant))).toBe(withoutElimination(all, type, instant));
      }
    }
  }
}

describe('excluding entries never changes the entry in force at a later instant', () => {
  it('for all sequences of four changes of one type that end today, in one or two days, or never', () => {
    const ends = [undefined, 0, 1, 2];
    const choices: Step[] = ends.flatMap((days) =>
      [0, DAY_MS].map((waitMs) => ({ type: 'ECOM', isAllowed: days === 1, days, waitMs })),
    );
    let sequences = 0;
    for (const first of choices) {
      for (const second of choices) {
        for (const third of choices) {
          for (const fourth of choices) {
            compareWithAllEntries([first, second, third, fourth]);
            sequences += 1;
          }
        }
      }
    }
    expect(sequences).toBe(4_096);
  });

  it('for random sequences of changes of two types, across both clock changes', () => {
    const step = fc.record({
      type: fc.constantFrom<RestrictionType>('ECOM', 'ATM'),
      isAllowed: fc.boolean(),
      days: fc.option(fc.integer({ min: 0, max: 250 }), { nil: undefined }),
      waitMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 5 * DAY_MS }), fc.constant(100 * DAY_MS)),
    });
    fc.assert(fc.property(fc.array(step, { maxLength: 15 }), compareWithAllEntries), { numRuns: 500 });
  });
});
