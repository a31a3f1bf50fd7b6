import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Caller } from './caller.ts';
import { createRateLimiter } from './rate-limit.ts';

// the library reads the system's clock and takes none as an argument
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

test('beyond the limit a caller waits for the rest of its minute, and nobody else does', async () => {
  const limiter = createRateLimiter({ requestsPerMinute: 2 });
  expect(await limiter.take(caller('a'))).toEqual({ allowed: true });
  vi.advanceTimersByTime(20_500);
  expect(await limiter.take(caller('a'))).toEqual({ allowed: true });
  expect(await limiter.take(caller('a'))).toEqual({ allowed: false, retryAfterS: 40 });
  expect(await limiter.take(caller('b'))).toEqual({ allowed: true });
  vi.advanceTimersByTime(39_500);
  expect(await limiter.take(caller('a'))).toEqual({ allowed: true });
});

test("a caller's own limit comes before the setting, wider or narrower", async () => {
  const limiter = createRateLimiter({ requestsPerMinute: 2 });
  expect(await limiter.take(caller('narrow', 1))).toEqual({ allowed: true });
  expect(await limiter.take(caller('narrow', 1))).toEqual({ allowed: false, retryAfterS: 60 });
  for (let n = 0; n < 3; n++) expect(await limiter.take(caller('wide', 3))).toEqual({ allowed: true });
  expect(await limiter.take(caller('wide', 3))).toEqual({ allowed: false, retryAfterS: 60 });
});

test('without a setting only callers with a limit of their own are held to one', async () => {
  const limiter = createRateLimiter({ requestsPerMinute: null });
  for (let n = 0; n < 1_000; n++) expect(await limiter.take(caller('a'))).toEqual({ allowed: true });
  expect(await limiter.take(caller('own', 1))).toEqual({ allowed: true });
  expect(await limiter.take(caller('own', 1))).toEqual({ allowed: false, retryAfterS: 60 });
});
