import { randomInt } from 'node:crypto';
import { required } from '@cardwright/server/internal/platform/kernel/required';
import { median } from '../bench-figures.ts';

/** How much a figure changed, and how sure that is. */
export interface ResampledRatio {
  /** Median of the rounds' ratios. */
  readonly ratio: number;
  /** Its 99 % interval. */
  readonly from: number;
  readonly until: number;
}

const RESAMPLES = 4_000;
/**
 * At each end. A bootstrap of few medians is too sure of itself: with 95 % a machine that did nothing but drift would be
 * taken for a change in 7 of 100 comparisons of eight rounds.
 */
const OUTSIDE = 0.005;

/**
 * The ratio of what was measured side by side: one ratio for each round, as both sides of a round share what the machine
 * did meanwhile, and their median. The interval is a bootstrap's: the rounds are drawn again and again, with repetition.
 */
export function resampledRatio(before: readonly number[], after: readonly number[]): ResampledRatio {
  const ratios = after.map((value, round) => value / required(before[round], 'the other side of a round'));
  const one = () => required(ratios[randomInt(ratios.length)], 'a ratio');
  const drawn = () => median(ratios.map(one));
  const medians = Array.from({ length: RESAMPLES }, drawn).sort((less, more) => less - more);
  return {
    ratio: median(ratios),
    from: required(medians[Math.floor(OUTSIDE * RESAMPLES)], 'the lower end'),
    until: required(medians[Math.ceil((1 - OUTSIDE) * RESAMPLES) - 1], 'the upper end'),
  };
}
