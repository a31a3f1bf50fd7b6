import { type Condition, compileCondition } from '@cardwright/contract';
import { afterAll, expect, it } from 'vitest';
import { seededRandom } from '../../../testing/random.ts';
import { analyzedRule, refute } from '../../../testing/rules/analysis-world.ts';
import { newDecisions, newViolations, ruleChangeFormulas } from './change-questions.ts';
import { createSolver } from './solver-thread.ts';

const solver = createSolver();
afterAll(() => solver.close());

const CODES = ['5411', '7801', '7995', '8211'];
const RANDOM = seededRandom(11);

function randomCondition(depth: number): Condition {
  const field = 'mcc' as const;
  if (depth === 0 || RANDOM.oneIn(3)) {
    if (RANDOM.oneIn(3)) return { field, op: 'eq', value: CODES[RANDOM.below(4)] as string };
    return { field, op: RANDOM.oneIn(2) ? 'inList' : 'notInList', value: RANDOM.oneIn(2) ? 'one' : 'two' };
  }
  const parts = [randomCondition(depth - 1), randomCondition(depth - 1)];
  if (RANDOM.oneIn(4)) return { not: parts[0] as Condition };
  return RANDOM.oneIn(2) ? { all: parts } : { any: parts };
}

type Evaluate = (condition: Condition) => boolean;

/** All messages with the lists that contain their category, before and after the change. */
function* allCases({ added, removed }: { readonly added: string; readonly removed: string }) {
  for (const mcc of [...CODES, '9999']) {
    for (const wasInOne of mcc === added ? [false] : mcc === removed ? [true] : [false, true]) {
      for (const isInTwo of [false, true]) {
        const evaluate = (isInOne: boolean): Evaluate => {
          const listOf = (name: string) => ({ has: () => (name === 'one' ? isInOne : isInTwo) });
          return (condition) => compileCondition(condition, listOf)({ mcc } as never);
        };
        yield [evaluate(wasInOne), evaluate(mcc === added || (mcc !== removed && wasInOne))] as const;
      }
    }
  }
}

it('finds what an exhaustive check finds for changes of rules and lists', async () => {
  const verdicts = { PROVED: 0, COUNTEREXAMPLE: 0 };
  for (let trial = 0; trial < 60; trial += 1) {
    const [old, next, promised] = [randomCondition(2), randomCondition(2), randomCondition(1)];
    const outcome = RANDOM.oneIn(2) ? 'NEVER_DECLINED' : 'ALWAYS_DECLINED';
    const [added = '', removed = ''] = RANDOM.oneIn(2) ? CODES : CODES.toReversed();
    const before = [analyzedRule('RULE', old)];
    const after = RANDOM.oneIn(3) ? before : RANDOM.oneIn(4) ? [] : [analyzedRule('RULE', next)];
    const lists = new Map([['one', { added: [added], removed: [removed] }]]);
    const promises = [{ name: 'PROMISE', condition: promised, outcome } as const];
    const formulas = ruleChangeFormulas({ before, after, lists, promises });
    const questions = [...newDecisions(formulas), ...newViolations(formulas)];
    const declined = (rules: typeof before, meets: Evaluate) => rules.some(({ condition }) => meets(condition));
    const isBroken = (rules: typeof before, meets: Evaluate) =>
      meets(promised) && declined(rules, meets) === (outcome === 'NEVER_DECLINED');
    const refutes = [
      (was: Evaluate, is: Evaluate) => declined(after, is) && !declined(before, was),
      (was: Evaluate, is: Evaluate) => declined(before, was) && !declined(after, is),
      (was: Evaluate, is: Evaluate) => isBroken(after, is) && !isBroken(before, was),
    ];
    for (const [at, { question, formula }] of questions.entries()) {
      const isRefuted = [...allCases({ added, removed })].some(([was, is]) => refutes[at]?.(was, is));
      const expected = isRefuted ? 'COUNTEREXAMPLE' : 'PROVED';
      const { verdict } = await refute(solver, formula);
      expect([question, verdict], JSON.stringify({ before, after, promises })).toEqual([question, expected]);
      verdicts[expected] += 1;
    }
  }
  expect(Math.min(verdicts.PROVED, verdicts.COUNTEREXAMPLE)).toBeGreaterThan(20);
});
