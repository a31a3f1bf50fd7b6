import { describe, expect, it } from 'vitest';
import { createCalendar } from '../../../platform/kernel/time/calendar.ts';
import { decideWith, FACTS, type FactsChange, withChanges } from '../../../testing/decisions/authorization-facts.ts';
import type { CardSettings, StoredSettings } from '../../card-settings/card-settings.ts';
import { type Counters, NO_COUNTERS } from '../../card-settings/counters.ts';
import { afterReservation } from './account-state.ts';
import { decide } from './decide.ts';
import type { AccountFacts } from './facts.ts';

const at = (instant: string) => new Date(instant);
const ms = (instant: string) => Date.parse(instant);

/** Counters as pairs of minor units and the end of the window. */
const render = (counters: Counters) =>
  counters.map(({ minor, endsAtMs }) => `${minor} ${endsAtMs === undefined ? '-' : new Date(endsAtMs).toISOString()}`);

/** The account after the message was approved at an instant. */
function after(instant: string, ...changes: FactsChange[]): AccountFacts {
  const { facts, message } = withChanges(...changes);
  const decision = decide(facts, message, at(instant));
  expect(decision.reason).toBe('APPROVED');
  return decision.after!;
}

describe('an approval', () => {
  it('reduces the available amount, and changes nothing else of an account without settings', () => {
    const { counters, ...rest } = after('2026-11-20T08:00:00.000Z');
    const { counters: before, ...account } = FACTS.account!;
    expect(rest).toEqual({ ...account, availableMinor: 819n });
    expect(rest.settings).toBe(account.settings);
    expect(before).toEqual(NO_COUNTERS);
    expect(counters).toHaveLength(5);
  });

  it('opens all five windows where none was open: day, month, week, year, and one without end', () => {
    // a Friday in Dubai, four hours ahead
    expect(render(after('2026-11-20T08:00:00.000Z').counters)).toEqual([
      '9181 2026-11-20T20:00:00.000Z',
      '9181 2026-11-30T20:00:00.000Z',
      '9181 2026-11-22T20:00:00.000Z',
      '9181 2026-12-31T20:00:00.000Z',
      '9181 -',
    ]);
  });

  it('opens the windows that the bank configured', () => {
    const control: FactsChange = { control: { windows: ['QUARTERLY', 'MONTHLY', 'DAILY'] } };
    expect(render(after('2026-11-20T08:00:00.000Z', control).counters)).toEqual([
      '9181 2026-11-20T20:00:00.000Z',
      '9181 2026-11-30T20:00:00.000Z',
      '9181 2026-12-31T20:00:00.000Z',
      '9181 2026-11-30T20:00:00.000Z',
      '9181 2026-11-20T20:00:00.000Z',
    ]);
  });

  it('adds to open windows, and restarts those that have ended', () => {
    const counters: Counters = [
      { minor: 100n, endsAtMs: ms('2026-11-20T20:00:00.000Z') },
      { minor: 200n, endsAtMs: ms('2026-11-30T20:00:00.000Z') },
      { minor: 300n, endsAtMs: ms('2026-11-15T20:00:00.000Z') },
      { minor: 400n, endsAtMs: ms('2026-12-31T20:00:00.000Z') },
      { minor: 500n, endsAtMs: undefined },
    ];
    const usedCounters: FactsChange = { account: { counters } };
    expect(render(after('2026-11-20T19:59:59.999Z', usedCounters).counters)).toEqual([
      '9281 2026-11-20T20:00:00.000Z',
      '9381 2026-11-30T20:00:00.000Z',
      '9181 2026-11-22T20:00:00.000Z',
      '9581 2026-12-31T20:00:00.000Z',
      '9681 -',
    ]);
    // one millisecond later the day is another one
    expect(render(after('2026-11-20T20:00:00.000Z', usedCounters).counters)).toEqual([
      '9181 2026-11-21T20:00:00.000Z',
      '9381 2026-11-30T20:00:00.000Z',
      '9181 2026-11-22T20:00:00.000Z',
      '9581 2026-12-31T20:00:00.000Z',
      '9681 -',
    ]);
  });

  it('counts in the calendar of the bank: the day of 23 hours and the day of 25 hours in Berlin', () => {
    const berlin: FactsChange = {
      facts: { bank: { ...FACTS.bank, calendar: createCalendar('Europe/Berlin', '18:00') } },
    };
    const dayEnd = (instant: string) => render(after(instant, berlin).counters)[0];
    expect(dayEnd('2027-03-27T23:00:00.000Z')).toBe('9181 2027-03-28T22:00:00.000Z');
    expect(dayEnd('2027-10-30T22:00:00.000Z')).toBe('9181 2027-10-31T23:00:00.000Z');
    expect(dayEnd('2028-02-29T22:59:59.999Z')).toBe('9181 2028-02-29T23:00:00.000Z');
  });

  it('counts more than a double holds, to the minor unit', () => {
    const much = { minor: 9_007_199_254_740_993n, endsAtMs: undefined };
    const counters: Counters = [much, much, much, much, much];
    const big: FactsChange = { account: { counters } };
    expect(after('2026-11-20T08:00:00.000Z', big).counters.map(({ minor }) => minor)).toEqual([
      9_007_199_254_750_174n,
      9_007_199_254_750_174n,
      9_007_199_254_750_174n,
      9_007_199_254_750_174n,
      9_007_199_254_750_174n,
    ]);
  });
});

describe('a switch that is ON_FOR_ONE', () => {
  const statuses = (settings: StoredSettings, ...changes: FactsChange[]) =>
    statusesOf(after('2026-11-20T08:00:00.000Z', { settings }, ...changes).settings);
  const statusesOf = ({ switches }: CardSettings) =>
    Object.fromEntries(
      Object.entries(switches).map(([name, { status, onUntilMs }]) => [
        `${name}Status`,
        onUntilMs === undefined ? status : `${status} until ${new Date(onUntilMs).toISOString()}`,
      ]),
    );

  it('is off after the approval that it covered, together with all others that covered it', () => {
    const settings: StoredSettings = {
      masterStatus: 'ON_FOR_ONE',
      cardNotPresentStatus: 'ON_FOR_ONE',
      ecomStatus: 'ON_FOR_ONE',
      purchaseStatus: 'ON_FOR_ONE',
      function1Status: 'ON_FOR_ONE',
    };
    expect(statuses(settings, { message: { merchantCategory: '7995' } })).toEqual({
      masterStatus: 'OFF',
      cardNotPresentStatus: 'OFF',
      ecomStatus: 'OFF',
      purchaseStatus: 'OFF',
      function1Status: 'OFF',
    });
  });

  it('stays on after an approval that it did not cover', () => {
    const settings: StoredSettings = {
      cardPresentStatus: 'ON_FOR_ONE',
      motoStatus: 'ON_FOR_ONE',
      cashStatus: 'ON_FOR_ONE',
      function1Status: 'ON_FOR_ONE',
      ecomStatus: 'ON_FOR_ONE',
    };
    expect(statuses(settings)).toEqual({ ...settings, ecomStatus: 'OFF' });
  });

  it('loses its time, and the other settings stay', () => {
    const settings: StoredSettings = {
      ecomStatus: 'ON_FOR_ONE',
      ecomOnUntil: '2026-11-21T00:00:00.000Z',
      motoOnUntil: '2026-11-21T00:00:00.000Z',
      dailyLimit: '500.00',
    };
    expect(statuses(settings)).toEqual({ ecomStatus: 'OFF', motoStatus: 'ON_UNTIL until 2026-11-21T00:00:00.000Z' });
    expect(after('2026-11-20T08:00:00.000Z', { settings }).settings.limits).toEqual({ dailyLimit: 50_000n });
  });

  it('refuses the next message', () => {
    const settings: StoredSettings = { ecomStatus: 'ON_FOR_ONE' };
    const account = after('2026-11-20T08:00:00.000Z', { settings });
    expect(decideWith({ account: { ...account, availableMinor: 10_000n } }).reason).toBe('ECOM_OFF');
  });

  it('is not spent by a decline', () => {
    const declined = decideWith({ settings: { ecomStatus: 'ON_FOR_ONE' } }, { account: { availableMinor: 0n } });
    expect(declined).toMatchObject({ reason: 'INSUFFICIENT_FUNDS', after: undefined });
  });

  it('is not spent by a small amount that passes while the card is off', () => {
    const settings: StoredSettings = {
      cardPresentStatus: 'OFF',
      cardPresentAllowBelow: 'true',
      cardPresentAllowBelowLimit: '100.00',
    };
    expect(statuses(settings, { entry: 'CHIP' })).toEqual({ cardPresentStatus: 'OFF' });
  });
});

describe('the end of a reservation', () => {
  const BEFORE: Counters = [
    { minor: 1_000n, endsAtMs: ms('2026-11-20T20:00:00.000Z') },
    { minor: 2_000n, endsAtMs: ms('2026-11-30T20:00:00.000Z') },
    { minor: 3_000n, endsAtMs: ms('2026-11-22T20:00:00.000Z') },
    { minor: 4_000n, endsAtMs: ms('2026-12-31T20:00:00.000Z') },
    { minor: 5_000n, endsAtMs: undefined },
  ];
  const afterEnding = (countedBackMinor: bigint, countedAt: string, now: string) =>
    afterReservation({ ...FACTS.account!, counters: BEFORE }, { availableMinor: 700n, countedBackMinor }, FACTS.bank, {
      countedAt: at(countedAt),
      now: at(now),
    });
  const minors = (account: AccountFacts) => account.counters.map(({ minor }) => Number(minor));

  it('makes the amount available again, and returns it to every counter that is still in the same window', () => {
    const account = afterEnding(700n, '2026-11-20T08:00:00.000Z', '2026-11-20T19:59:59.999Z');
    expect(account.availableMinor).toBe(10_700n);
    expect(minors(account)).toEqual([300, 1_300, 2_300, 3_300, 4_300]);
  });

  it('returns nothing to a counter whose window has ended', () => {
    expect(minors(afterEnding(700n, '2026-11-20T08:00:00.000Z', '2026-11-20T20:00:00.000Z'))).toEqual([
      1_000, 1_300, 2_300, 3_300, 4_300,
    ]);
    expect(minors(afterEnding(700n, '2026-11-20T08:00:00.000Z', '2027-01-01T00:00:00.000Z'))).toEqual([
      1_000, 2_000, 3_000, 4_000, 4_300,
    ]);
  });

  it('returns nothing to a counter that has restarted since', () => {
    // counted a day before the window that is open now, in the same week, month and year
    expect(minors(afterEnding(700n, '2026-11-19T08:00:00.000Z', '2026-11-20T08:00:00.000Z'))).toEqual([
      1_000, 1_300, 2_300, 3_300, 4_300,
    ]);
    // and in the week, month and year before
    expect(minors(afterEnding(700n, '2025-11-10T08:00:00.000Z', '2026-11-20T08:00:00.000Z'))).toEqual([
      1_000, 2_000, 3_000, 4_000, 4_300,
    ]);
  });

  it('never reduces a counter below zero', () => {
    expect(minors(afterEnding(3_500n, '2026-11-20T08:00:00.000Z', '2026-11-20T08:00:00.000Z'))).toEqual([
      0, 0, 0, 500, 1_500,
    ]);
  });

  it('does not change the counters if nothing is returned', () => {
    const account = afterEnding(0n, '2026-11-20T08:00:00.000Z', '2026-11-20T08:00:00.000Z');
    expect(account.counters).toBe(BEFORE);
    expect(account.availableMinor).toBe(10_700n);
  });
});
