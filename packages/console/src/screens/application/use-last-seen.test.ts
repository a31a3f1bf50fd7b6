import { expect, it } from 'vitest';
import { lastStepAt } from './use-last-seen.ts';

it('counts a screening after the last change as seen, so that the next action is not attributed to someone else', () => {
  const screening = {
    at: '2026-11-29T21:44:03.000Z',
    by: 'screening',
    reason: null,
    from: null,
    to: 'PENDING_APPROVAL',
  };
  const review = {
    at: '2026-11-25T08:00:00.000Z',
    by: 'demo-reviewer',
    reason: 'Complete',
    action: 'REVIEWED',
  } as const;
  const merchant = { changedAt: review.at, history: [screening], reviews: [review] };
  expect(lastStepAt(merchant as never)).toBe('2026-11-29T21:44:03.000Z');
  expect(lastStepAt({ ...merchant, changedAt: '2026-11-30T08:00:00.000Z' } as never)).toBe('2026-11-30T08:00:00.000Z');
});
