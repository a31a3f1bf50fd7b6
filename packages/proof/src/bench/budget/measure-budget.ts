import { readKeyFile } from '@cardwright/server/internal/platform/vault/index';
import { measure } from '../measurements/measure.ts';
import type { MeasureDeps } from '../measurements/measure-deps.ts';
import { seedCards } from '../seeds/seed-cards.ts';
import { startBudgetSubjects } from './budget-subjects.ts';
import { budgetFigures } from './cost-budget.ts';
import { findOverruns, judgeBudget } from './judge-budget.ts';
import { BUDGET_CARDS, measureRepetition, type Repetition } from './measure-repetition.ts';
import { budgetLines, functionLines } from './report-budget.ts';

const MAX_REPETITIONS = 3;
/** Warm-up times. Until V8 has compiled the code, the compilation would count as the cost of a message. */
const WARM_UP_SECONDS = { echo: 2, product: 8 };
const WARM_UP_LOAD = { connections: 256 };

/**
 * Compares the CPU of a message with its budget, and measures again if a figure exceeded it.
 *
 * @returns whether the cost is within its budget, or cannot be measured on this system
 */
export async function measureBudget(deps: MeasureDeps): Promise<boolean> {
  const { bench, flags, print } = deps;
  if (bench.cpuSeconds() === undefined) {
    print('this system does not report CPU time: nothing is compared with the budget');
    return true;
  }
  await seedCards(bench.connection, await readKeyFile(bench.keyFile), BUDGET_CARDS, BUDGET_CARDS);
  const subjects = await startBudgetSubjects(deps);
  for (const subject of ['echo', 'product'] as const) {
    const lengths = { seconds: 0.1, warmUpSeconds: WARM_UP_SECONDS[subject], cards: BUDGET_CARDS };
    await measure(bench, subjects[subject], lengths, WARM_UP_LOAD);
  }

  const budget = budgetFigures();
  const repetitions: Repetition[] = [];
  const figures = () => repetitions.map((repetition) => repetition.figures);
  do {
    repetitions.push(await measureRepetition(bench, subjects));
  } while (repetitions.length < MAX_REPETITIONS && findOverruns(figures(), budget).length > 0);

  print(`\n${budgetLines(judgeBudget(figures(), budget), repetitions).join('\n')}`);
  if (flags.profile) print(`\n${functionLines(repetitions).join('\n')}`);
  const failed = findOverruns(figures(), budget);
  if (failed.length > 0) print(`\nOver budget in ${repetitions.length} repetitions: ${failed.join(', ')}`);
  return failed.length === 0;
}
