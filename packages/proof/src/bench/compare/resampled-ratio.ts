import { randomInt } from 'node:crypto';
import { requireValue } from '@cardwright/server/internal/platform/kernel/required';
import { median } from '../bench-figures.ts';

/** How much a figure changed, with the interval of the change. */
export interface ResampledRatio {
  /** Median of the rounds' ratios. */
  readonly ratio: number;
  /** The 99 % interval of the ratio. */
  readonly from: number;
  readonly until: number;
}

const RESAMPLES = 4_000;
/**
 * The part outside the interval at each end. A bootstrap of few medians is overconfident: with a 95 % interval, a
 * machine that only drifts would count as a change in 7 of 100 comparisons of eight rounds.
 */
const OUTSIDE = 0.005;

/**
 * The median of the ratios of all rounds. Each round has its own ratio, because both sides of a round share the state
 * of the machine. The interval is a bootstrap: the rounds are drawn repeatedly, with replacement.
 */
export function resampledRatio(before: readonly number[], after: readonly number[]): ResampledRatio {
  const ratios = after.map((value, round) => value / requireValue(before[round], 'the other side of a round'));
  const one = () => requireValue(ratios[randomInt(ratios.length)], 'a ratio');
  const drawn = () => median(ratios.map(one));
  const medians = Array.from({ length: RESAMPLES }, drawn).sort((less, more) => less - more);
  return {
    ratio: median(ratios),
    from: requireValue(medians[Math.floor(OUTSIDE * RESAMPLES)], 'the lower end'),
    until: requireValue(medians[Math.ceil((1 - OUTSIDE) * RESAMPLES) - 1], 'the upper end'),
  };
}
