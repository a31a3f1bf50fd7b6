import type { BacktestResult } from '@cardwright/contract';
import { startOfDay } from '../value/zoned-day.ts';
import { type ChangesByDay, daysBetween } from './changes-by-day.ts';

type OfResult = BacktestResult['by_day'][number];
/** A day of the bank in one currency, as the result of a run has it. */
export type BacktestDay = Pick<
  OfResult,
  'day' | 'currency' | 'changed' | 'newly_declined' | 'newly_approved' | 'otherwise_declined'
>;

/** How many would have been otherwise on each day, over all currencies, from the first such day to the last. */
export function resultByDay(rows: readonly BacktestDay[], zone: string): ChangesByDay {
  const { times, sums } = summed(rows, zone);
  return {
    times,
    declined: sums((row) => row.newly_declined.count),
    approved: sums((row) => row.newly_approved.count),
    otherwise: sums((row) => row.otherwise_declined),
  };
}

/** How much money that was in a currency. It is drawn; what is exact stands in the tables. */
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

/** Currencies in which money would have gone another way. */
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
