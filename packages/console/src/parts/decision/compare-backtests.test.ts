import type { Backtest } from '@cardwright/contract';
import { expect, it } from 'vitest';
import { compareBacktests } from './compare-backtests.ts';

const APPROVED = { action_code: '00', rule: 'APPROVED' };
const LIMITED = { action_code: '61', rule: 'DAILY_LIMIT' };
type Change = Backtest['changes'][number];

const change = (reference: string, was: Change['was'], would_be: Change['was'], amount = '10.05') =>
  ({ retrieval_reference_number: reference, decided_at: reference, was, would_be, amount }) as Change;
const backtest = (changes: readonly Change[], approved: number, changed = changes.length) =>
  ({
    ...{ currency: 'AED', decisions: 9, changed, changes },
    approved: { was: { count: 5, amount: '50.00' }, would_be: { count: approved, amount: '1.00' } },
  }) as unknown as Backtest;

it('a raised limit approves payments that today’s limit would decline, although all of them were approved before it was set', () => {
  const today = backtest([change('1', APPROVED, LIMITED), change('2', APPROVED, LIMITED, '0.95')], 3);
  const found = compareBacktests(today, backtest([change('1', APPROVED, LIMITED)], 4));
  expect(found).toMatchObject({ isComplete: true, stopped: { count: 0, amount: '0.00' } });
  expect(found.admitted).toEqual({ count: 1, amount: '0.95' });
  expect(found.differences).toMatchObject([
    { retrieval_reference_number: '2', was: APPROVED, today: LIMITED, would_be: APPROVED },
  ]);
  expect(Object.values(found.approved).map(({ count }) => count)).toEqual([5, 3, 4]);
});

it('a change declines payments that today’s settings would approve, and a decline for another reason counts as neither', () => {
  const other = { ...LIMITED, rule: 'MONTHLY_LIMIT' };
  const changed = [change('3', APPROVED, LIMITED), change('1', APPROVED, LIMITED), change('2', LIMITED, other)];
  const found = compareBacktests(backtest([], 5), backtest(changed, 3, 4));
  expect(found.stopped).toEqual({ count: 2, amount: '20.10' });
  expect(found.admitted.count).toBe(0);
  expect(found.differences.map(({ retrieval_reference_number: reference }) => reference)).toEqual(['1', '2', '3']);
  expect(found.isComplete).toBe(false);
});
