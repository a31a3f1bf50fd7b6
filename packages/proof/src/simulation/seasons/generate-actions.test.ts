import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Action, sequence } from './generate-actions.ts';

/**
 * A count that no sequence can reach would be noticed only at the end of a season, after all its additional batches.
 */
it('the sequences of a season contain every kind of action, limits of requests for tokens, and bursts of requests', () => {
  const sequences = fc.sample(fc.noBias(sequence), { numRuns: 300, seed: 7 });
  const actions = sequences.flatMap((one) => one.actions);
  const kinds: Action['kind'][] = [
    ...(['authorize', 'complete', 'control token', 'delete token', 'end-limit', 'enquire', 'idle', 'limit'] as const),
    ...(['pay by token', 'provision', 'repeat', 'restrict', 'reverse', 'status', 'update'] as const),
  ];
  expect([...new Set(actions.map(({ kind }) => kind))].sort()).toEqual(kinds);
  const limits = sequences.flatMap(({ tokenLimits }) => tokenLimits);
  expect([...new Set(limits.map(({ id }) => id))].sort()).toEqual(['CARD_TOKENS', 'OWN_TOKENS']);
  expect([...new Set(limits.map(({ max }) => max))].sort()).toEqual([0, 1, 2, 3]);
  const bursts = actions.flatMap((action) => (action.kind === 'provision' ? [action.times] : []));
  expect(Math.max(...bursts)).toBe(12);
});
