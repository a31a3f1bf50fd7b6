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

/** The replication state, for the log and the metrics: whether answered data is on a second machine. */
export interface ReplicationMonitor {
  /** Returns undefined if the database cannot be reached. */
  readonly now: () => Replication | undefined;
  stop(): Promise<void>;
}

const EVERY_MS = 10_000;

const MESSAGES = {
  none: 'the database has no standby: decisions are stored on one machine only',
  asynchronous: 'the database replicates asynchronously: a failover can lose the latest decisions',
  synchronous: 'the database replicates synchronously: decisions are stored on two machines',
  waiting: 'commits wait for a synchronous standby, but none is connected: requests wait until one connects',
} as const;

/**
 * Monitors replication and logs each change. The first check precedes all writes, because a start whose commits wait
 * would log nothing else. Ignores connection errors at that point: the following steps of the start report them.
 */
export async function monitorReplication(
  database: Database,
  logger: Logger,
  { DATABASE_URL: url = '' }: Settings,
): Promise<ReplicationMonitor> {
  const expectsStandby = hostUrls(url).length > 1;
  let reported: ReplicationState | undefined;
  let now: Replication | undefined;
  const note = (replication: Replication) => {
    now = replication;
    const state = replication.state;
    if (state === reported) return;
    reported = state;
    const isGood = state === 'synchronous' || (state === 'none' && !expectsStandby);
    logger[isGood ? 'info' : 'warn']({ replication: state }, MESSAGES[state]);
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
