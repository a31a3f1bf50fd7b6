import { figureText, median, wholeText } from '../bench-figures.ts';
import { resampledRatio } from './resampled-ratio.ts';

/** The measurements of one load: for each side, in the order of the rounds. */
export interface ServerComparison {
  readonly load: string;
  readonly figure: Figure;
  readonly before: number[];
  readonly now: number[];
}

export type Figure = 'answers/s' | 'p50 ms' | 'p99 ms' | 'server CPU us' | 'database CPU us';

const MORE_IS_BETTER: readonly Figure[] = ['answers/s'];
/** Smaller changes are not reported, however certain: another order of functions in memory has the same effect. */
const LEAST_CHANGE = 0.02;
/** With fewer rounds, all of them too often have the same direction by chance. */
const LEAST_ROUNDS = 6;
const WIDTHS = [20, 18, 9, 9, 8, 15];

export function compareLines(compared: readonly ServerComparison[]): string[] {
  const rows = compared.map(({ load, figure, before, now }) => {
    const { ratio, from, until } = resampledRatio(before, now);
    const isSure = now.length >= LEAST_ROUNDS && (from > 1 || until < 1) && Math.abs(ratio - 1) >= LEAST_CHANGE;
    const isBetter = ratio > 1 === MORE_IS_BETTER.includes(figure);
    const verdict = isSure ? (isBetter ? 'better' : 'WORSE') : 'within noise';
    return [
      load,
      figure,
      text(before),
      text(now),
      figureText(ratio),
      `${figureText(from)} to ${figureText(until)}`,
      verdict,
    ];
  });
  return [['', '', 'before', 'now', 'ratio', '99 %', ''], ...rows].map(lineOf);
}

function text(values: readonly number[]): string {
  const value = median(values);
  return value < 100 ? value.toFixed(1) : wholeText(value);
}

function lineOf(cells: readonly string[]): string {
  const padded = cells.map((cell, at) => {
    const width = WIDTHS[at];
    if (width === undefined) return ` ${cell}`;
    return at < 2 ? cell.padEnd(width) : cell.padStart(width);
  });
  return padded.join(' ').trimEnd();
}
