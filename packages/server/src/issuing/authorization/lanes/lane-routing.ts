import { type BucketNodes, bucketOf } from '../../../platform/storage/index.ts';

/** The distribution of a machine's lanes, as one of its processes sees it. */
export interface LaneRouting {
  /** The number of lanes in this process. At least one, for unknown cards and for accounts whose own process is not running. */
  readonly here: number;
  /** Whether each lane holds the accounts of exactly one shard, so that every process has a lane for each shard. */
  readonly isByShard: boolean;
  /** The process of an account's lane, and the number of the lane in that process. */
  of(accountId: bigint): { process: number; lane: number };
}

/**
 * Distributes lanes over processes. The number of lanes applies to the machine and not to each process, because more lanes
 * than the work needs make batches smaller and decisions more expensive.
 * @param nodes present on Citus, where each shard has a lane so that a batch is a transaction of one node
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
