import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { senderOf } from './proxy/caller-address.ts';

/** How many token requests are checked per second. */
export interface SignInRates {
  readonly fromOneAddress: number;
  readonly fromAll: number;
}

/**
 * Takes one token request. Returns undefined if it is admitted, otherwise the seconds until the next try. Each server
 * counts for itself.
 */
export type TakeSignIn = (address: string) => Promise<number | undefined>;

/**
 * Decides by the address, before anything is read. The limit of the address comes first, so that requests above it take
 * nothing from the limit of all.
 */
export function createSignInLimit({ fromOneAddress, fromAll }: SignInRates): TakeSignIn {
  const perAddress = new RateLimiterMemory({ points: fromOneAddress, duration: 1 });
  const overall = new RateLimiterMemory({ points: fromAll, duration: 1 });
  return async (address) => {
    try {
      await perAddress.consume(senderOf(address));
      await overall.consume('all');
      return undefined;
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      return Math.max(1, Math.ceil(error.msBeforeNext / 1_000));
    }
  };
}
