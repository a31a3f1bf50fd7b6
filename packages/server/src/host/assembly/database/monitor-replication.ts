import type { Logger } from 'pino';
import { every } from '../../../platform/kernel/time/every.ts';
import {
  asOwner,
  type Database,
  hostUrls,
  type Replication,
  type ReplicationState,
  readReplication,
} from '../../../platform/storage/index.ts';
import type { Settings } from '../../configuration/settings.ts';

/** Whether what is answered is on a second machine, for the log and the metrics. */
export interface ReplicationMonitor {
  /** Undefined: the database could not be asked. */
  readonly now: () => Replication | undefined;
  stop(): Promise<void>;
}

const EVERY_MS = 10_000;

const TOLD = {
  none: 'the database has no standby: what is answered is on one machine',
  asynchronous: 'the database replicates asynchronously: a failover loses what was answered last',
  synchronous: 'the database replicates synchronously: what is answered is on two machines',
  waiting: 'commits wait for a synchronous standby, and none is connected: nothing is answered until one is',
} as const;

/**
 * Looks at once: before anything is written, as a start whose commits wait would say nothing else. Tells each change. What is
 * wrong with the connection itself, the start says by what it does next.
 */
export async function monitorReplication(
  database: Database,
  logger: Logger,
  { DATABASE_URL: url = '' }: Settings,
): Promise<ReplicationMonitor> {
  const wantsStandby = hostUrls(url).length > 1;
  let told: ReplicationState | undefined;
  let now: Replication | undefined;
  const note = (replication: Replication) => {
    now = replication;
    const found = replication.state;
    if (found === told) return;
    told = found;
    const isGood = found === 'synchronous' || (found === 'none' && !wantsStandby);
    logger[isGood ? 'info' : 'warn']({ replication: found }, TOLD[found]);
  };
  const read = await asOwner(database, ({ transaction }) =>
    transaction(async (tx) => ({ commit: false, result: await readReplication(tx) })),
  ).catch(() => undefined);
  if (read !== undefined) note(read);
  const watching = every(
    EVERY_MS,
    async () => note(await readReplication(database)),
    () => {
      now = undefined;
    },
  );
  return { now: () => now, stop: watching.stop };
}
