import type { Backtest } from '@cardwright/contract';
import { dayIn, endOfDay, startOfDay } from '../../parts/zoned-day.ts';

type Changed = Pick<Backtest['changes'][number], 'decided_at' | 'would_be'>;

interface ChangesByDay {
  readonly times: readonly number[];
  readonly declined: readonly number[];
  readonly approved: readonly number[];
}

/** How many would have been otherwise on each day of the bank, from the first such day to the last. */
export function changesByDay(changes: readonly Changed[], zone: string): ChangesByDay {
  const days = changes.map((change) => ({ change, day: dayIn(Date.parse(change.decided_at), zone) }));
  const [first, last] = [days[0]?.day, days.at(-1)?.day];
  const times: number[] = [];
  const declined: number[] = [];
  const approved: number[] = [];
  if (first === undefined || last === undefined) return { times, declined, approved };
  for (let day = first; day <= last; day = dayIn(endOfDay(day, zone).getTime(), zone)) {
    const ofDay = days.filter((each) => each.day === day).map(({ change }) => change.would_be.rule === 'APPROVED');
    times.push(startOfDay(day, zone).getTime());
    approved.push(ofDay.filter((isApproved) => isApproved).length);
    declined.push(ofDay.filter((isApproved) => !isApproved).length);
  }
  return { times, declined, approved };
}
