import { afterAll, expect, it } from 'vitest';
import { seededRandom } from '../../../testing/random.ts';
import { analyzedRule, compareRandomPairs, kindOf, refute } from '../../../testing/rules/analysis-world.ts';
import { plantedPairs } from '../../../testing/rules/planted-pairs.ts';
import { createSolver } from './solver-thread.ts';

const solver = createSolver();
afterAll(() => solver.close());

it('agrees with an exhaustive check on random pairs of conditions', async () => {
  expect(await compareRandomPairs(solver, seededRandom(7), 100)).toEqual([]);
});

it('finds the relation of planted pairs', async () => {
  const pairs = plantedPairs(seededRandom(7), 24);
  for (const pair of pairs) expect([await kindOf(solver, pair), pair]).toEqual([pair.kind, pair]);
});

it('leaves a question undecided without time, and decides the next one', async () => {
  const hard = '(declare-const a Int)(declare-const b Int)(declare-const c Int)(assert (and (< 1 a) (< 1 b) (< 1 c)))';
  const script = `${hard}(assert (= (+ (* a a a) (* b b b)) (* c c c)))`;
  expect(await solver.solve({ script, preferences: [], values: [] }, 50)).toEqual({
    verdict: 'undecided',
    reason: 'time',
  });
  const night = analyzedRule('NIGHT', { field: 'localHour', op: 'gte', value: 22 });
  expect(await refute(solver, { rule: night })).toMatchObject({ verdict: 'COUNTEREXAMPLE' });
});
