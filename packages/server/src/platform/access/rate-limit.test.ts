import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Caller } from './caller.ts';
import { createRateLimiter } from './rate-limit.ts';

// the library reads the system clock and accepts no other one
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function caller(clientId: string, requestsPerMinute?: number): Caller {
  const more = requestsPerMinute === undefined ? {} : { requestsPerMinute };
  return { clientId, sender: 1, kind: 'network', scopes: new Set(), ...more };
}

test('a caller beyond its limit waits for the rest of its minute, and other callers do not', async () => {
  const limiter = createRateLimiter({ requestsPerMinute: 2 });
  expect(await limiter.take(caller('a'))).toEqual({ allowed: true });
  vi.advanceTimersByTime(20_500);
  expect(await limiter.take(caller('a'))).toEqual({ allowed: true });
  expect(await limiter.take(caller('a'))).toEqual({ allowed: false, retryAfterS: 40 });
  expect(await limiter.take(caller('b'))).toEqual({ allowed: true });
  vi.advanceTimersByTime(39_500);
  expect(await limiter.take(caller('a'))).toEqual({ allowed: true });
});

test("a caller's own limit replaces the setting, whether it is higher or lower", async () => {
  const limiter = createRateLimiter({ requestsPerMinute: 2 });
  expect(await limiter.take(caller('narrow', 1))).toEqual({ allowed: true });
  expect(await limiter.take(caller('narrow', 1))).toEqual({ allowed: false, retryAfterS: 60 });
  for (let n = 0; n < 3; n++) expect(await limiter.take(caller('wide', 3))).toEqual({ allowed: true });
  expect(await limiter.take(caller('wide', 3))).toEqual({ allowed: false, retryAfterS: 60 });
});

test('without a setting, only callers with their own limit are limited', async () => {
  const limiter = createRateLimiter({ requestsPerMinute: null });
  for (let n = 0; n < 1_000; n++) expect(await limiter.take(caller('a'))).toEqual({ allowed: true });
  expect(await limiter.take(caller('own', 1))).toEqual({ allowed: true });
  expect(await limiter.take(caller('own', 1))).toEqual({ allowed: false, retryAfterS: 60 });
});
