import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import type { Caller } from './caller.ts';

const WINDOW_S = 60;

type Allowance = { allowed: true } | { allowed: false; retryAfterS: number };

export interface RateLimiter {
  /** Takes one request from the number that the caller has left in this minute. */
  take(caller: Caller): Promise<Allowance>;
}

const ALLOWED: Allowance = { allowed: true };

/**
 * Limits the requests a minute of each client: to its own limit if it has one, otherwise to the setting; null means no
 * limit. Each process counts for itself: behind a balancer, each of n servers allows the limit, which protects the
 * servers and is not for billing. A shared count would add a round trip to every request.
 */
export function createRateLimiter({ requestsPerMinute }: { requestsPerMinute: number | null }): RateLimiter {
  const limiters = new Map<number, RateLimiterMemory>();
  const limiterFor = (points: number): RateLimiterMemory => {
    const existing = limiters.get(points);
    if (existing !== undefined) return existing;
    const limiter = new RateLimiterMemory({ points, duration: WINDOW_S });
    limiters.set(points, limiter);
    return limiter;
  };
  return {
    take: async (caller) => {
      const points = caller.requestsPerMinute ?? requestsPerMinute;
      if (points === null) return ALLOWED;
      try {
        await limiterFor(points).consume(caller.clientId);
        return ALLOWED;
      } catch (error) {
        if (error instanceof Error) throw error;
        const { msBeforeNext } = error as RateLimiterRes;
        return { allowed: false, retryAfterS: Math.max(1, Math.ceil(msBeforeNext / 1_000)) };
      }
    },
  };
}
