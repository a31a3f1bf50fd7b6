import { expect, it } from 'vitest';
import { longestOf, stepOf } from './response-steps.ts';

it('a reported time is at most a tenth too long, and never too short', () => {
  expect([0, 0.5, 0.51, 1, 7, 250, 29_000].map((ms) => longestOf(stepOf(ms)))).toEqual([
    0.5, 0.5, 0.6, 1.1, 7.2, 269.7, 31_660.8,
  ]);
  expect(stepOf(10 ** 9)).toBe(120);
});
