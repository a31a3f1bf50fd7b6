import { compareWithGoal, ratioOf, tableRow, wholeText } from './bench-figures.ts';
import type { Flags } from './flags.ts';
import type { Measurement } from './measurements/measure.ts';
import type { MeasuredList } from './measurements/measure-lists.ts';

const MAX_READ_MS = 10;
const MAX_STANDSTILL_MS = 20;
const NAME_WIDTH = 36;

export interface MeasuredWork {
  readonly name: string;
  readonly isHalf: boolean;
  readonly done: number;
  readonly traffic: Measurement;
  readonly standstillMs: number;
}

export interface GrownFindings {
  /** The maximum rate with almost empty tables, and with full tables. */
  readonly empty: Measurement;
  readonly top: Measurement;
  /** Lists by the load during the measurement. */
  readonly lists: Readonly<Record<string, readonly MeasuredList[]>>;
  readonly work: readonly MeasuredWork[];
}

export function grownLines({ empty, top, lists, work }: GrownFindings, flags: Flags): string[] {
  const loads = Object.entries(lists);
  const name = (text: string) => text.padEnd(NAME_WIDTH);
  const ms = (value: number) => value.toFixed(1).padStart(8);
  const [[, firstLoad] = ['', []]] = loads;
  const slowest = Math.max(...(lists.full ?? []).map(({ p99Ms }) => p99Ms));
  return [
    `${wholeText(flags.authorizations)} authorizations of one bank in the tables`,
    name('background load') + loads.map(([load]) => `${load} load`.padStart(17)).join(''),
    name('p50 and p99, ms'),
    ...firstLoad.map(
      (one, at) =>
        name(one.name) +
        loads.map(([, all]) => ` ${ms(all[at]?.p50Ms ?? Number.NaN)}${ms(all[at]?.p99Ms ?? Number.NaN)}`).join(''),
    ),
    '',
    `${name('background work')}${tableRow(['load', 'requests/s', 'p50 ms', 'p99 ms', 'gap ms', 'loop ms', 'done'])}`,
    ...work.map(
      (one) =>
        name(one.name) +
        tableRow([
          one.isHalf ? 'half' : 'full',
          wholeText(one.traffic.perSecond),
          one.traffic.p50Ms.toFixed(1),
          one.traffic.p99Ms.toFixed(1),
          one.traffic.longestGapMs.toFixed(1),
          one.standstillMs.toFixed(1),
          wholeText(one.done),
        ]),
    ),
    '',
    `  ${'of an empty table'.padEnd(22)}${(ratioOf(top.perSecond, empty.perSecond) ?? Number.NaN).toFixed(2).padStart(8)}`,
    compareWithGoal('slowest read, p99', slowest, MAX_READ_MS, 'under', ' ms'),
    compareWithGoal(
      'longest gap',
      Math.max(...work.map(({ traffic }) => traffic.longestGapMs)),
      MAX_STANDSTILL_MS,
      'under',
      ' ms',
    ),
  ];
}
