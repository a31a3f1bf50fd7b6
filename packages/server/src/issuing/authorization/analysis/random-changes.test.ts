import { afterAll, expect, it } from 'vitest';
import { seededRandom } from '../../../testing/random.ts';
import { compareRandomChanges, compareRandomProducts } from '../../../testing/rules/compare-decisions.ts';
import { createSolver } from '../../rules/analysis/solver-thread.ts';

const solver = createSolver();
afterAll(() => solver.close());

it('agrees with an exhaustive check of decisions on random changes of accounts', async () => {
  expect(await compareRandomChanges(solver, seededRandom(7), 12)).toEqual([]);
});

it('agrees with an exhaustive check on random changes of programs', async () => {
  expect(await compareRandomProducts(solver, seededRandom(7), 8)).toEqual([]);
});
