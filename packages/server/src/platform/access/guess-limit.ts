import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import { senderOf } from './proxy/caller-address.ts';

const WINDOW_S = 60;
const WRONG_FROM_ONE_ADDRESS = 10;
const WRONG_FROM_ALL = 100;

/** Slows down guessing of secrets. Each server counts for itself. */
export interface GuessLimit {
  /** Seconds until the next attempt is allowed; undefined when it is allowed now. */
  waitS(clientId: string, address: string): Promise<number | undefined>;
  /** Counts a wrong secret. Returns the seconds to wait if it exceeds the limit. */
  noteWrong(clientId: string, address: string): Promise<number | undefined>;
}

/**
 * Limits guesses per client twice: a small limit for each address, so that a stranger who knows a client's name does
 * not lock the client out, and a larger one for guesses from many addresses.
 */
export function createGuessLimit(): GuessLimit {
  const perAddress = new RateLimiterMemory({ points: WRONG_FROM_ONE_ADDRESS, duration: WINDOW_S });
  const overall = new RateLimiterMemory({ points: WRONG_FROM_ALL, duration: WINDOW_S });
  return {
    waitS: async (clientId, address) => {
      const [own, all] = await Promise.all([perAddress.get(keyOf(clientId, address)), overall.get(clientId)]);
      return longestWaitS([
        { used: own, isOver: (points) => points >= WRONG_FROM_ONE_ADDRESS },
        { used: all, isOver: (points) => points >= WRONG_FROM_ALL },
      ]);
    },
    noteWrong: async (clientId, address) => {
      const [own, all] = await Promise.all([perAddress.penalty(keyOf(clientId, address)), overall.penalty(clientId)]);
      return longestWaitS([
        { used: own, isOver: (points) => points > WRONG_FROM_ONE_ADDRESS },
        { used: all, isOver: (points) => points > WRONG_FROM_ALL },
      ]);
    },
  };
}

function keyOf(clientId: string, address: string): string {
  return `${senderOf(address)} ${clientId}`;
}

interface GuessCount {
  readonly used: RateLimiterRes | null;
  readonly isOver: (points: number) => boolean;
}

function longestWaitS(counts: readonly GuessCount[]): number | undefined {
  const waits = counts.flatMap(({ used, isOver }) =>
    used !== null && isOver(used.consumedPoints) ? [used.msBeforeNext] : [],
  );
  return waits.length === 0 ? undefined : Math.max(1, Math.ceil(Math.max(...waits) / 1_000));
}
