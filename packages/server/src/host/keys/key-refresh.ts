import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Logger } from 'pino';
import type { BackgroundThrottle } from '../../platform/kernel/concurrency/background-throttle.ts';
import type { Clock } from '../../platform/kernel/time/clock.ts';
import { every } from '../../platform/kernel/time/every.ts';
import type { Database } from '../../platform/storage/index.ts';
import type { KeySnapshot, Vault } from '../../platform/vault/index.ts';
import { destroyUnusedContentKeys } from './destroy-content-keys.ts';
import { drainRotation } from './drain-rotation.ts';
import { deleteHolder, deleteOldHolders, reportHolder } from './holder-store.ts';
import { reopenDataRotation } from './rotation-store.ts';

const LOOK_EVERY_MS = 2_000;
const WORK_EVERY_MS = 2_000;
/**
 * In milliseconds. The pause limits batches to forty a second: traffic hardly notices, and a million rows take about
 * ten minutes.
 */
const PAUSE_MS = 25;
/**
 * In milliseconds. The interval is long, because destroying a key is not urgent, and the search for its rows reads
 * whole tables.
 */
const DESTROY_EVERY_MS = 86_400_000;

export interface KeyRefresh {
  /** Reads the key file and the keys of the database, and reports which of them this server has. */
  refresh(): Promise<void>;
  /** Continues the running rotations as far as possible. */
  continueRotations(): Promise<void>;
  stop(): Promise<void>;
}

interface KeyRefreshDeps {
  readonly database: Database;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly throttle: BackgroundThrottle;
}

/** Refreshes a server's keys periodically and works on every rotation. Resolves after the first refresh. */
export async function startKeyRefresh({
  database,
  vault,
  clock,
  logger,
  throttle,
}: KeyRefreshDeps): Promise<KeyRefresh> {
  const holderId = randomUUID();
  const by = { actor: 'cardwright', requestId: '', now: () => clock.now() };
  const stopping = new AbortController();
  let reportedProblem: string | undefined;
  let sealing = vault.ring.now().sealing;
  let searchedAt = Number.NEGATIVE_INFINITY;

  const refresh = async (): Promise<void> => {
    await vault.ring.reread();
    const keys = vault.ring.now();
    if (keys.problem !== undefined && keys.problem !== reportedProblem) {
      logger.error(
        { reason: keys.problem },
        'this server lacks a key: it continues with the keys that it has, but it could not restart',
      );
    }
    reportedProblem = keys.problem;
    if (isRetired(keys, sealing)) await reopenDataRotation(database);
    sealing = keys.sealing;
    await reportHolder(database, holderOf(holderId, keys));
  };
  const continueRotations = async (): Promise<void> => {
    await deleteOldHolders(database);
    await drainRotation({ database, vault, by }, { pauseMs: PAUSE_MS, throttle, signal: stopping.signal });
    const now = clock.now().getTime();
    if (now - searchedAt < DESTROY_EVERY_MS) return;
    // set before the search, so that a failed search, which reads whole tables, is not repeated immediately
    searchedAt = now;
    for (const version of await destroyUnusedContentKeys({ database, vault, by }, stopping.signal)) {
      logger.info({ version }, 'destroyed a content key that no row needs');
    }
  };
  await refresh();
  const onError = (error: unknown) =>
    logger.warn({ err: error }, 'failed to refresh the keys or continue a key rotation; retrying');
  const jobs = [every(LOOK_EVERY_MS, refresh, onError), every(WORK_EVERY_MS, continueRotations, onError)];
  return {
    refresh,
    continueRotations,
    stop: async () => {
      stopping.abort();
      await Promise.all(jobs.map((job) => job.stop()));
      await deleteHolder(database, holderId).catch(() => {});
    },
  };
}

/** Returns whether this server sealed under a retired key: it was suspended or could not reach the database. */
function isRetired({ rows }: KeySnapshot, sealing: number): boolean {
  return rows.some((row) => row.kind === 'DATA' && row.key_version === sealing && row.state === 'RETIRED');
}

function holderOf(holderId: string, keys: KeySnapshot) {
  return {
    holder_id: holderId,
    name: `${hostname()} ${process.pid}`,
    master_versions: [...keys.masters.keys()],
    lookup_versions: [...keys.lookups.keys()],
    data_versions: [...keys.dataKeys.keys()],
    sealing_version: keys.sealing,
    content_versions: [...keys.contents.keys()],
    hashing_version: keys.hashing,
    problem: keys.problem ?? null,
  };
}
