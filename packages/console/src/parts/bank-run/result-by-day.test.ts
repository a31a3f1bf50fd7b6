import { expect, it } from 'vitest';
import { amountsByDay, type BacktestDay, changedCurrencies, resultByDay } from './result-by-day.ts';

const sum = (count: number, amount: string) => ({ count, amount });
const rowOf = (day: string, currency: string, [declined, approved, otherwise]: readonly number[]): BacktestDay => ({
  day,
  currency,
  changed: (declined ?? 0) + (approved ?? 0) + (otherwise ?? 0),
  newly_declined: sum(declined ?? 0, ((declined ?? 0) * 10.5).toFixed(2)),
  newly_approved: sum(approved ?? 0, `${approved ?? 0}.00`),
  otherwise_declined: otherwise ?? 0,
});

const ROWS = [
  rowOf('2026-11-16', 'AED', [0, 0, 0]),
  rowOf('2026-11-17', 'AED', [2, 0, 1]),
  rowOf('2026-11-17', 'USD', [1, 0, 0]),
  rowOf('2026-11-19', 'AED', [0, 3, 0]),
  rowOf('2026-11-20', 'EUR', [0, 0, 0]),
];

it('days of a bank are counted across its currencies, from the first day with a difference to the last', () => {
  const { times, ...counts } = resultByDay(ROWS, 'Asia/Dubai');
  expect(times.map((time) => new Date(time).toISOString())).toEqual([
    '2026-11-16T20:00:00.000Z',
    '2026-11-17T20:00:00.000Z',
    '2026-11-18T20:00:00.000Z',
  ]);
  expect(counts).toEqual({ declined: [3, 0, 0], approved: [0, 0, 3], otherwise: [1, 0, 0] });
  expect(resultByDay([], 'UTC').times).toEqual([]);
});

it('amounts are separate for each currency, and never added across currencies', () => {
  expect(changedCurrencies(ROWS)).toEqual(['AED', 'USD']);
  expect(amountsByDay(ROWS, 'USD', 'UTC')).toEqual({
    times: [Date.parse('2026-11-17T00:00:00Z')],
    declined: [10.5],
    approved: [0],
  });
});
