import { bucketOf } from '../storage/index.ts';

/** Where the lanes of a machine are, for one of the processes that share them. */
export interface LanePlaces {
  /** How many lanes this process has: one at least, for cards that nobody has, and for accounts whose own process is away. */
  readonly here: number;
  /** The process of an account's lane, and which of the lanes there it is. */
  of(accountId: bigint): { process: number; lane: number };
}

/**
 * Spreads lanes over processes. Their number is that of the machine and not of each process: more lanes than the work needs
 * make batches smaller, and each decision more expensive.
 */
export function placeLanes(laneCount: number, { place, count }: { place: number; count: number }): LanePlaces {
  return {
    here: Math.max(1, Math.ceil((laneCount - place) / count)),
    of: (accountId) => {
      const lane = bucketOf(accountId) % laneCount;
      return { process: lane % count, lane: Math.floor(lane / count) };
    },
  };
}
