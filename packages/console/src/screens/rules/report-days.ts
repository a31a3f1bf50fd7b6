import type { RuleReport } from '@cardwright/contract';
import { daysBetween } from '../../parts/bank-run/changes-by-day.ts';
import { dayIn, startOfDay } from '../../parts/value/zoned-day.ts';

type Counted = RuleReport['days'][number];

const DAY_MS = 86_400_000;
const RECENT_DAYS = 30;

/** The first of the last 30 days of the bank. */
export function recentFrom(now: number, zone: string): string {
  return dayIn(now - (RECENT_DAYS - 1) * DAY_MS, zone);
}

export interface CountsByDay {
  readonly times: readonly number[];
  /** The evaluated messages that did not meet the condition. */
  readonly passed: readonly number[];
  readonly wouldDecline: readonly number[];
  readonly declined: readonly number[];
}

/**
 * The counts of a version on each day of the bank, over all currencies, from its first day to its last. Without a
 * version number, it includes all versions.
 */
export function countsByDay(days: readonly Counted[], version: number | undefined, zone: string): CountsByDay {
  const own = days.filter((row) => version === undefined || row.version === version);
  const all = daysBetween(own[0]?.day, own.at(-1)?.day, zone);
  const sums = (of: (row: Counted) => number) =>
    all.map((day) => own.filter((row) => row.day === day).reduce((sum, row) => sum + of(row), 0));
  return {
    times: all.map((day) => startOfDay(day, zone).getTime()),
    passed: sums((row) => row.asked - row.would_decline - row.declined),
    wouldDecline: sums((row) => row.would_decline),
    declined: sums((row) => row.declined),
  };
}
