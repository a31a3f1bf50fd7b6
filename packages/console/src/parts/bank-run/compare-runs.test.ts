import type { BacktestDifference, BacktestResult } from '@cardwright/contract';
import { expect, it } from 'vitest';
import { compareRuns } from './compare-runs.ts';

const APPROVED = { action_code: '00', rule: 'APPROVED' };
const LIMITED = { action_code: '61', rule: 'DAILY_LIMIT' };
type Outcome = BacktestDifference['was'];

const difference = (reference: string, account: string, would_be: Outcome, was: Outcome = APPROVED) =>
  ({
    ...{ retrieval_reference_number: reference, decided_at: reference, account_number: account, currency: 'AED' },
    ...{ was, would_be, amount: '10.05' },
  }) as BacktestDifference;
const run = (differences: readonly BacktestDifference[], approved: number, changed = differences.length) => ({
  differences,
  result: {
    ...{ decisions: 9, changed },
    approved: [{ currency: 'AED', was: { count: 5, amount: '50.00' }, would_be: { count: approved, amount: '1.00' } }],
  } as unknown as BacktestResult,
});

it('a program with a higher limit approves payments that today’s program would decline', () => {
  const today = run([difference('1', 'A', LIMITED), difference('2', 'B', LIMITED)], 3);
  const found = compareRuns(today, run([difference('1', 'A', LIMITED)], 4));
  expect(found.currencies).toEqual([
    {
      currency: 'AED',
      stopped: { count: 0, amount: '0.00', accounts: 0 },
      admitted: { count: 1, amount: '10.05', accounts: 1 },
      happened: { count: 5, amount: '50.00' },
      today: { count: 3, amount: '1.00' },
      changed: { count: 4, amount: '1.00' },
    },
  ]);
  expect(found).toMatchObject({ decisions: 9, isComplete: true });
  expect(found.differences).toMatchObject([{ account_number: 'B', today: LIMITED, would_be: APPROVED }]);
});

it('without a run of today’s settings, the change is compared with the actual decisions, and a truncated list is not complete', () => {
  const found = compareRuns(undefined, run([difference('1', 'A', LIMITED), difference('2', 'A', LIMITED)], 3, 7));
  expect(found.currencies[0]).toMatchObject({
    stopped: { count: 2, amount: '20.10', accounts: 1 },
    today: { count: 5, amount: '50.00' },
  });
  expect(found).toMatchObject({ isComplete: false });
});
