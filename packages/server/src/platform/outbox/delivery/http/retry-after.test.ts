import { expect, it } from 'vitest';
import { readRetryAfter } from './retry-after.ts';

const NOW = new Date('2026-11-20T08:00:00.000Z');

it.each([
  ['120', 120_000],
  [' 0 ', 0],
  ['Fri, 20 Nov 2026 08:00:30 GMT', 30_000],
  ['Fri, 20 Nov 2026 07:00:00 GMT', 0],
  ['-5', undefined],
  ['1.5', undefined],
  ['2026', 2_026_000],
  ['soon', undefined],
  ['', undefined],
  [undefined, undefined],
])('Retry-After %j is %j ms', (header, ms) => {
  expect(readRetryAfter(header, NOW)).toBe(ms);
});
