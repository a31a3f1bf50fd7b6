import type { Backtest } from '@cardwright/contract';
import { dayIn, endOfDay, startOfDay } from '../../parts/zoned-day.ts';

type Changed = Pick<Backtest['changes'][number], 'decided_at' | 'was' | 'would_be'>;

const APPROVED = 'APPROVED';

interface ChangesByDay {
  readonly times: readonly number[];
  readonly declined: readonly number[];
  readonly approved: readonly number[];
  /** Declined then and now, by another rule. */
  readonly otherwise: readonly number[];
}

/** How many would have been otherwise on each day of the bank, from the first such day to the last. */
export function changesByDay(changes: readonly Changed[], zone: string): ChangesByDay {
  const days = changes.map((change) => ({ change, day: dayIn(Date.parse(change.decided_at), zone) }));
  const [first, last] = [days[0]?.day, days.at(-1)?.day];
  const found = {
    times: [] as number[],
    declined: [] as number[],
    approved: [] as number[],
    otherwise: [] as number[],
  };
  if (first === undefined || last === undefined) return found;
  for (let day = first; day <= last; day = dayIn(endOfDay(day, zone).getTime(), zone)) {
    const ofDay = days.filter((each) => each.day === day).map(({ change }) => change);
    const wouldBe = ofDay.filter(({ would_be: would }) => would.rule === APPROVED);
    const was = ofDay.filter((change) => change.was.rule === APPROVED);
    found.times.push(startOfDay(day, zone).getTime());
    found.approved.push(wouldBe.length);
    found.declined.push(was.length);
    found.otherwise.push(ofDay.length - wouldBe.length - was.length);
  }
  return found;
}
