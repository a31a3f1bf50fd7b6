import type { BacktestResult } from '@cardwright/contract';
import { startOfDay } from '../value/zoned-day.ts';
import { type ChangesByDay, daysBetween } from './changes-by-day.ts';

type OfResult = BacktestResult['by_day'][number];
/** A day of the bank in one currency, from the result of a run. */
export type BacktestDay = Pick<
  OfResult,
  'day' | 'currency' | 'changed' | 'newly_declined' | 'newly_approved' | 'otherwise_declined'
>;

/** Counts the changed decisions of each day over all currencies, from the first such day to the last. */
export function resultByDay(rows: readonly BacktestDay[], zone: string): ChangesByDay {
  const { times, sums } = summed(rows, zone);
  return {
    times,
    declined: sums((row) => row.newly_declined.count),
    approved: sums((row) => row.newly_approved.count),
    otherwise: sums((row) => row.otherwise_declined),
  };
}

/**
 * The amounts of the changed decisions in a currency. They are approximate, for charts; the tables have the exact
 * amounts.
 */
export function amountsByDay(
  rows: readonly BacktestDay[],
  currency: string,
  zone: string,
): Omit<ChangesByDay, 'otherwise'> {
  const ofCurrency = rows.filter((row) => row.currency === currency);
  const { times, sums } = summed(ofCurrency, zone);
  return {
    times,
    declined: sums((row) => Number(row.newly_declined.amount)),
    approved: sums((row) => Number(row.newly_approved.amount)),
  };
}

/** The currencies with changed amounts. */
export function changedCurrencies(rows: readonly BacktestDay[]): readonly string[] {
  const shifted = rows.filter((row) => row.newly_declined.count + row.newly_approved.count > 0);
  return [...new Set(shifted.map(({ currency }) => currency))];
}

function summed(rows: readonly BacktestDay[], zone: string) {
  const changed = rows.filter((row) => row.changed > 0);
  const days = daysBetween(changed[0]?.day, changed.at(-1)?.day, zone);
  return {
    times: days.map((day) => startOfDay(day, zone).getTime()),
    sums: (of: (row: BacktestDay) => number) =>
      days.map((day) => changed.filter((row) => row.day === day).reduce((sum, row) => sum + of(row), 0)),
  };
}
