import { median } from '../bench-figures.ts';
import { type Figures, limitOf } from './cost-budget.ts';

/** A figure of the budget, and what was measured. */
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
    // a figure that was not measured is not within its budget
    const exceeded = multiples.filter((multiple) => !(multiple <= limitOf(most))).length;
    return { name, multiple: median(multiples), budget: most, exceeded };
  });
}

/**
 * The names of figures that exceeded the budget in every repetition. Only after three repetitions do they fail, because
 * anything can exceed it once on a busy machine. Where there are none, further repetitions are unnecessary.
 */
export function findOverruns(repetitions: readonly Figures[], budget: Figures): string[] {
  return judgeBudget(repetitions, budget)
    .filter(({ exceeded }) => exceeded === repetitions.length)
    .map(({ name }) => name);
}
