import type { Backtest } from '@cardwright/contract';
import { dayIn, endOfDay, startOfDay } from '../value/zoned-day.ts';

export type ChangedDecision = Pick<Backtest['changes'][number], 'decided_at' | 'was' | 'would_be'>;

const APPROVED = 'APPROVED';

export interface ChangesByDay {
  readonly times: readonly number[];
  readonly declined: readonly number[];
  readonly approved: readonly number[];
  /** Declined before and after, by different rules. */
  readonly otherwise: readonly number[];
}

/** Counts the changed decisions on each day of the bank, from the first such day to the last. */
export function changesByDay(changes: readonly ChangedDecision[], zone: string): ChangesByDay {
  const dated = changes.map((change) => ({ change, day: dayIn(Date.parse(change.decided_at), zone) }));
  const days = daysBetween(dated[0]?.day, dated.at(-1)?.day, zone);
  const found = days.map((day) => {
    const ofDay = dated.filter((each) => each.day === day).map(({ change }) => change);
    const approved = ofDay.filter(({ would_be: would }) => would.rule === APPROVED).length;
    const declined = ofDay.filter((change) => change.was.rule === APPROVED).length;
    return { approved, declined, otherwise: ofDay.length - approved - declined };
  });
  return {
    times: days.map((day) => startOfDay(day, zone).getTime()),
    declined: found.map(({ declined }) => declined),
    approved: found.map(({ approved }) => approved),
    otherwise: found.map(({ otherwise }) => otherwise),
  };
}

/** Lists every day between two days, including both. */
export function daysBetween(first: string | undefined, last: string | undefined, zone: string): readonly string[] {
  const days: string[] = [];
  if (first === undefined || last === undefined) return days;
  for (let day = first; day <= last; day = dayIn(endOfDay(day, zone).getTime(), zone)) days.push(day);
  return days;
}
