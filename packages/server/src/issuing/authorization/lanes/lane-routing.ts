import { type BucketNodes, bucketOf } from '../../../platform/storage/index.ts';

/** Where the lanes of a machine are, for one of the processes that share them. */
export interface LaneRouting {
  /** How many lanes this process has: one at least, for cards that nobody has, and for accounts whose own process is away. */
  readonly here: number;
  /** Whether a lane has the accounts of a shard and no others, and so every process a lane for each shard. */
  readonly isByShard: boolean;
  /** The process of an account's lane, and which of the lanes there it is. */
  of(accountId: bigint): { process: number; lane: number };
}

/**
 * Spreads lanes over processes. Their number is that of the machine and not of each process: more lanes than the work needs
 * make batches smaller, and each decision more expensive.
 * @param nodes on Citus, where a batch is a transaction of one node: there is a lane for each shard
 */
export function routeLanes(
  laneCount: number,
  { place, count }: { place: number; count: number },
  nodes?: Pick<BucketNodes, 'shardCount' | 'shardOf'>,
): LaneRouting {
  if (nodes !== undefined) {
    const of = (accountId: bigint) => {
      const lane = nodes.shardOf(bucketOf(accountId));
      return { process: lane % count, lane };
    };
    return { here: nodes.shardCount, isByShard: true, of };
  }
  return {
    here: Math.max(1, Math.ceil((laneCount - place) / count)),
    isByShard: false,
    of: (accountId) => {
      const lane = bucketOf(accountId) % laneCount;
      return { process: lane % count, lane: Math.floor(lane / count) };
    },
  };
}
