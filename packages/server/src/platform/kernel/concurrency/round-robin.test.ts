import { expect, it } from 'vitest';
import { createRoundRobin } from './round-robin.ts';

it('takes those behind the ones it took last, and begins again after the end', () => {
  const next = createRoundRobin<string>(2);
  expect(next(['A', 'B', 'C'])).toEqual(['A', 'B']);
  expect(next(['A', 'B', 'C'])).toEqual(['C', 'A']);
  expect(next(['A', 'B', 'C', 'D'])).toEqual(['B', 'C']);
});

it('takes all where they are few, and begins at the first where the last one is gone', () => {
  const next = createRoundRobin<string>(2);
  expect([next(['A', 'B']), next(['A', 'B']), next([])]).toEqual([['A', 'B'], ['A', 'B'], []]);
  expect(next(['A', 'B', 'C'])).toEqual(['A', 'B']);
  expect(next(['A', 'C', 'D'])).toEqual(['A', 'C']);
});
