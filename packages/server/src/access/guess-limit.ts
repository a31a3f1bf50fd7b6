import { RateLimiterMemory } from 'rate-limiter-flexible';

const WINDOW_S = 60;
const WRONG_FROM_ONE_ADDRESS = 10;
const WRONG_FROM_ALL = 100;

/** Slows down guessing of secrets. Each server counts for itself. */
export interface GuessLimit {
  /** Seconds until the next attempt is allowed; undefined when it is allowed now. */
  waitS(clientId: string, address: string): Promise<number | undefined>;
  noteWrong(clientId: string, address: string): Promise<void>;
}

/**
 * Two limits for each client: a small one for each address, so that a stranger who knows a client's name does not lock
 * the client itself out, and a larger one for guesses from many addresses.
 */
export function createGuessLimit(): GuessLimit {
  const perAddress = new RateLimiterMemory({ points: WRONG_FROM_ONE_ADDRESS, duration: WINDOW_S });
  const overall = new RateLimiterMemory({ points: WRONG_FROM_ALL, duration: WINDOW_S });
  return {
    waitS: async (clientId, address) => {
      const [own, all] = await Promise.all([perAddress.get(`${address} ${clientId}`), overall.get(clientId)]);
      const waits: number[] = [];
      if (own !== null && own.consumedPoints >= WRONG_FROM_ONE_ADDRESS) waits.push(own.msBeforeNext);
      if (all !== null && all.consumedPoints >= WRONG_FROM_ALL) waits.push(all.msBeforeNext);
      return waits.length === 0 ? undefined : Math.max(1, Math.ceil(Math.max(...waits) / 1_000));
    },
    noteWrong: async (clientId, address) => {
      await Promise.all([perAddress.penalty(`${address} ${clientId}`), overall.penalty(clientId)]);
    },
  };
}
