import { describe, expect, it } from 'vitest';
import { createCalendar } from '../../platform/kernel/time/calendar.ts';
import { addTo, type Cells, type CountedWindow, liveCells, sumOf, zeroAt } from './limit-cells.ts';

const calendar = createCalendar('Asia/Dubai', '00:00');
const NOON = Date.parse('2026-11-20T08:00:00.000Z');
const at = (ms: number) => new Date(ms);
const add = (cells: Cells, window: CountedWindow, ms: number, value = 1n, now = ms) =>
  addTo(cells, window, { value, merchant: '', at: at(ms) }, { calendar, now: at(now) });
const used = (cells: Cells, window: CountedWindow, ms: number) => sumOf(liveCells(cells, window, at(ms)));

describe('a sliding window', () => {
  it.each([60, 61, 3_600, 86_400, 2_678_400])(
    'of %i seconds never drops a use too early, and drops it at most a 60th of its length too late',
    (seconds) => {
      const slidingMs = seconds * 1_000;
      const window = { slidingMs };
      for (let step = 0; step < 500; step++) {
        const began = NOON + Math.floor((slidingMs * step) / 397);
        const cells = add([], window, began);
        expect(used(cells, window, began)).toBe(1n);
        expect(used(cells, window, began + slidingMs - 1)).toBe(1n);
        expect(used(cells, window, began + slidingMs)).toBe(1n);
        expect(used(cells, window, began + slidingMs + Math.floor(slidingMs / 60))).toBe(0n);
        const zero = zeroAt(cells, window, at(began))!.getTime();
        expect([used(cells, window, zero - 1), used(cells, window, zero)]).toEqual([1n, 0n]);
      }
    },
  );

  it('stores at most 62 numbers, however much is counted', () => {
    const window = { slidingMs: 3_600_000 };
    let cells: Cells = [];
    for (let ms = NOON; ms < NOON + 10_800_000; ms += 7_000) cells = add(cells, window, ms);
    expect(cells.length).toBeLessThanOrEqual(62);
    // an hour holds 514 of them, and the 60th at its edge another 8
    expect(Number(used(cells, window, NOON + 10_799_000))).toBeGreaterThanOrEqual(514);
    expect(Number(used(cells, window, NOON + 10_799_000))).toBeLessThanOrEqual(524);
  });

  it('subtracts from the 60th in which a use was counted, and nothing after that has expired', () => {
    const window = { slidingMs: 60_000 };
    const cells = add(add([], window, NOON, 500n), window, NOON + 30_000, 70n);
    expect(used(add(cells, window, NOON, -200n, NOON + 40_000), window, NOON + 40_000)).toBe(370n);
    // the first cell has left the window, so a change to it has no effect
    expect(used(add(cells, window, NOON, -200n, NOON + 62_000), window, NOON + 62_000)).toBe(70n);
    expect(used(add(cells, window, NOON, 90n, NOON + 62_000), window, NOON + 62_000)).toBe(70n);
  });
});

describe('a calendar window', () => {
  it.each([
    ['DAILY', '2026-11-20T20:00:00.000Z'],
    ['WEEKLY', '2026-11-22T20:00:00.000Z'],
    ['MONTHLY', '2026-11-30T20:00:00.000Z'],
    ['YEARLY', '2026-12-31T20:00:00.000Z'],
  ] as const)("of type %s ends in the bank's time zone, at %s", (span, end) => {
    const window = { calendar: span };
    const cells = add([], window, NOON, 7n);
    const over = Date.parse(end);
    expect([used(cells, window, over - 1), used(cells, window, over)]).toEqual([7n, 0n]);
    expect(zeroAt(cells, window, at(NOON))?.toISOString()).toBe(end);
  });

  it('of a lifetime never ends', () => {
    const window = { calendar: 'LIFETIME' } as const;
    const cells = add([], window, NOON, 7n);
    expect(used(cells, window, NOON + 1e12)).toBe(7n);
    expect(zeroAt(cells, window, at(NOON))).toBeUndefined();
  });
});
