import { median, wholeText } from '../bench-figures.ts';
import type { Measurement } from './measure.ts';

const MICROSECONDS = 1_000_000;

/** Processor time of an answer, in microseconds. */
export const serverMicros = (one: Measurement) => micros(one.serverCores, one);
const databaseMicros = (one: Measurement) => micros(one.databaseCores, one);

function micros(cores: number | undefined, { perSecond }: Measurement): number {
  return ((cores ?? Number.NaN) * MICROSECONDS) / perSecond;
}

export const MEASURED_HEADS = ['requests/s', 'p50 ms', 'p99 ms', 'server us', 'database us'] as const;

/** The cells of a table: medians of several measurements of one subject. */
export function measuredCells(all: readonly Measurement[]): [rate: string, ...others: string[]] {
  const each = (of: (one: Measurement) => number) => median(all.map(of));
  return [
    wholeText(each(({ perSecond }) => perSecond)),
    each(({ p50Ms }) => p50Ms).toFixed(1),
    each(({ p99Ms }) => p99Ms).toFixed(1),
    wholeText(each(serverMicros)),
    wholeText(each(databaseMicros)),
  ];
}
