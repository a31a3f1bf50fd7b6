import { setTimeout as delay } from 'node:timers/promises';
import { startPair } from '../../../server/src/testing/database/postgres-pair.ts';
import type { ReplicationPair } from '../../../server/src/testing/database/replication-pair.ts';
import type { Random } from '../../../server/src/testing/random.ts';

/** The time until an operator notices the loss and decides to promote. */
const DECIDING_MS = [300, 3_000] as const;

/** Starts a primary and its synchronous standby. The drill itself promotes and rebuilds them. */
export async function startReplicatedPair(programs: string, folder: string, random: Random): Promise<ReplicationPair> {
  const { nodes, primary, url, promote, rebuild, stop } = await startPair(programs, folder);
  return {
    output: () => 'two PostgreSQL servers, the standby promoted by the drill',
    nodes,
    primary,
    url: () => url,
    settle: async () => {},
    async promote() {
      await delay(random.from(...DECIDING_MS));
      await promote();
    },
    rebuild,
    holdStill: async () => {},
    stop,
  };
}
