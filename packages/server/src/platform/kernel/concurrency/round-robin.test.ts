import { expect, it } from 'vitest';
import { createRoundRobin } from './round-robin.ts';

it('takes the items after the ones it took last, and starts again after the end', () => {
  const next = createRoundRobin<string>(2);
  expect(next(['A', 'B', 'C'])).toEqual(['A', 'B']);
  expect(next(['A', 'B', 'C'])).toEqual(['C', 'A']);
  expect(next(['A', 'B', 'C', 'D'])).toEqual(['B', 'C']);
});

it('takes all items of a short list, and starts at the first item if the last one is gone', () => {
  const next = createRoundRobin<string>(2);
  expect([next(['A', 'B']), next(['A', 'B']), next([])]).toEqual([['A', 'B'], ['A', 'B'], []]);
  expect(next(['A', 'B', 'C'])).toEqual(['A', 'B']);
  expect(next(['A', 'C', 'D'])).toEqual(['A', 'C']);
});
