import { expect, it } from 'vitest';
import { explainAnswers, type ResponseEffect } from './explain-answers.ts';

/** Payments against one shared limit, with the answer to each. */
function payments(max: number, ...answers: readonly (readonly [amount: number, answered: string])[]) {
  const use = { sum: 0, takes: 0 };
  const effects = answers.map(([amount, answered]): ResponseEffect => {
    return {
      answered,
      account: {
        store: () => {
          const { sum } = use;
          return () => {
            use.sum = sum;
          };
        },
      },
      take: () => {
        use.takes += 1;
        if (use.sum + amount > max) return 'over';
        use.sum += amount;
        return 'approved';
      },
      sharedUse: () => String(use.sum),
    };
  });
  return { use, effects };
}

it('concurrent answers are explained by the order in which they used a shared limit', () => {
  const { use, effects } = payments(10, [4, 'over'], [7, 'approved'], [3, 'approved'], [1, 'over']);
  expect(explainAnswers(effects)).toEqual(['over', 'approved', 'approved', 'over']);
  expect(use.sum).toBe(10);
});

it('an answer that no order explains is found among 25 without trying orders of requests that share nothing', () => {
  const free = Array.from({ length: 20 }, () => [0, 'approved'] as const);
  const { use, effects } = payments(
    10,
    ...free,
    [4, 'approved'],
    [5, 'approved'],
    [1, 'over'],
    [2, 'over'],
    [0, 'over'],
  );
  expect(explainAnswers(effects)).toEqual([
    ...free.map(() => 'approved'),
    'approved',
    'approved',
    'approved',
    'over',
    'approved',
  ]);
  expect(use.takes).toBeLessThan(1_000);
});
