import { afterAll, expect, inject, vi } from 'vitest';
import { clearCardNumbers, expectNoCardNumber, handOverCardNumbers } from './cards/used-card-numbers.ts';

/** Generous limits for a busy machine: they end hanging tests and measure nothing. */
const SLOW_LIMIT_MS = 600_000;

// A stack names lines of TypeScript. A flag of Node.js would also make each thread of a server read all source maps.
process.setSourceMapsEnabled(true);
// this runs before each file: one worker runs many of them
clearCardNumbers();
if (expect.getState().testPath?.endsWith('.slow.test.ts')) {
  vi.setConfig({ testTimeout: SLOW_LIMIT_MS, hookTimeout: SLOW_LIMIT_MS });
}

// the hook that is registered first runs last, when everything of the file is closed
afterAll(() => {
  handOverCardNumbers(inject('usedCardNumbers'));
  expectNoCardNumber();
});
