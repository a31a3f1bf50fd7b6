import { afterAll, expect, inject, vi } from 'vitest';
import { expectNoCardNumber, forgetCardNumbers, handOverCardNumbers } from './cards/used-card-numbers.ts';

/** Generous limits, for a machine that has much else to do: they end what hangs, and measure nothing. */
const SLOW_LIMIT_MS = 600_000;

// this runs before each file: one worker runs many of them
forgetCardNumbers();
if (expect.getState().testPath?.endsWith('.slow.test.ts')) {
  vi.setConfig({ testTimeout: SLOW_LIMIT_MS, hookTimeout: SLOW_LIMIT_MS });
}

// the first to be registered is the last to run: everything of the file is closed by then
afterAll(() => {
  handOverCardNumbers(inject('usedCardNumbers'));
  expectNoCardNumber();
});
