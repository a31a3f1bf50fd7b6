import { median } from '../bench-figures.ts';
import { type Figures, limitOf } from './cost-budget.ts';

/** A figure of the budget with its measurements. */
export interface Judgement {
  readonly name: string;
  /** The median of the repetitions. */
  readonly multiple: number;
  readonly budget: number;
  /** The number of repetitions in which the figure exceeded its budget by more than the tolerance. */
  readonly exceeded: number;
}

export function judgeBudget(repetitions: readonly Figures[], budget: Figures): Judgement[] {
  return [...budget].map(([name, most]) => {
    const multiples = repetitions.map((figures) => figures.get(name) ?? Number.NaN);
    // A figure that was not measured is not within its budget.
    const exceeded = multiples.filter((multiple) => !(multiple <= limitOf(most))).length;
    return { name, multiple: median(multiples), budget: most, exceeded };
  });
}

/**
 * Returns the figures that exceeded the budget in every repetition. They fail only after three repetitions, because
 * anything can exceed it once on a busy machine. If there are none, further repetitions are unnecessary.
 */
export function findOverruns(repetitions: readonly Figures[], budget: Figures): string[] {
  return judgeBudget(repetitions, budget)
    .filter(({ exceeded }) => exceeded === repetitions.length)
    .map(({ name }) => name);
}
