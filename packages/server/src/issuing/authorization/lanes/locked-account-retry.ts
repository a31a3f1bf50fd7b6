import { type BucketNodes, bucketOf } from '../../../platform/storage/index.ts';
import type { BatchRunner } from '../batch/batch-runner.ts';
import type { QueueEntry } from '../batch/queue-entry.ts';
import { accountOf } from '../message/resolved-message.ts';

/** Retries messages of locked accounts in one batch, or on Citus in one batch for each shard, in parallel. */
export function createLockedAccountRetry(
  nodes: BucketNodes | undefined,
  runnerAt: (lane: number) => BatchRunner,
): BatchRunner {
  if (nodes === undefined) return runnerAt(0);
  const runners = Array.from({ length: nodes.shardCount }, (_, shard) => runnerAt(shard));
  return {
    async run(entries) {
      const ofShard = runners.map((): QueueEntry[] => []);
      for (const entry of entries) ofShard[nodes.shardOf(bucketOf(accountOf(entry.references)))]?.push(entry);
      const results = await Promise.all(
        ofShard.map((some, shard) => (some.length === 0 ? [] : (runners[shard]?.run(some) ?? []))),
      );
      return new Set(results.flatMap((some) => [...some]));
    },
    close: async () => {
      await Promise.all(runners.map((runner) => runner.close()));
    },
  };
}
