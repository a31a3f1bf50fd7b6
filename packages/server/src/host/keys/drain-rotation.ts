import { setTimeout as sleep } from 'node:timers/promises';
import type { BackgroundThrottle } from '../../platform/kernel/concurrency/background-throttle.ts';
import { reindexReceiverKeys } from '../../platform/receiver/index.ts';
import { type Database, type Tx, txOf } from '../../platform/storage/index.ts';
import type { KeyDeps } from './begin-rotation.ts';
import { type KeyHolder, readLiveHolders } from './holder-store.ts';
import { activateKey, retireOldKeys } from './key-states.ts';
import { columnsOf, rewriteBatch, tablesOf } from './rewrite-batch.ts';
import {
  addTables,
  clearFence,
  fenceHolds,
  lockRotation,
  type Rotation,
  readRotations,
  setFence,
  startNextPass,
} from './rotation-store.ts';
import type { SealedColumn } from './sealed-columns.ts';

export interface WorkOptions {
  /**
   * The pause between two batches, in milliseconds. It also spares servers whose traffic this process cannot measure.
   */
  readonly pauseMs: number;
  readonly throttle: BackgroundThrottle;
  readonly signal: AbortSignal;
}

/** Advances every rotation as far as possible. The next call retries steps that wait for other servers. */
export async function drainRotation(deps: KeyDeps, options: WorkOptions): Promise<void> {
  for (const rotation of await readRotations(deps.database)) {
    if (rotation.state === 'DONE' || rotation.is_stopped || options.signal.aborted) continue;
    await deps.vault.ring.refresh();
    if (!isHere(deps, rotation)) continue;
    if (rotation.state === 'SPREADING') await spread(deps, rotation);
    else await run(deps, rotation, options);
  }
}

/** Returns whether this server has the new key, without which it cannot work on the rotation. */
function isHere({ vault }: KeyDeps, { kind, key_version: version }: Rotation): boolean {
  const { masters, lookups, dataKeys, contents } = vault.ring.now();
  return { MASTER: masters, LOOKUP: lookups, DATA: dataKeys, CONTENT: contents }[kind].has(version);
}

async function spread(deps: KeyDeps, rotation: Rotation): Promise<void> {
  if ((await holdersWithout(deps.database, rotation)).length === 0) await activateKey(deps, rotation);
}

/**
 * Returns the running servers without the rotation's key. Once the key is active, includes the servers that do not yet
 * seal or hash with it.
 */
export async function holdersWithout(tx: Tx, rotation: Rotation): Promise<KeyHolder[]> {
  const { kind, key_version: version } = rotation;
  const holders = await readLiveHolders(tx);
  return holders.filter((holder) => {
    if (kind === 'MASTER') return !holder.master_versions.includes(version);
    if (kind === 'LOOKUP') return !holder.lookup_versions.includes(version);
    const isInForce = rotation.state === 'RUNNING';
    if (kind === 'CONTENT') {
      return isInForce ? holder.hashing_version !== version : !holder.content_versions.includes(version);
    }
    return isInForce ? holder.sealing_version !== version : !holder.data_versions.includes(version);
  });
}

async function run(deps: KeyDeps, rotation: Rotation, options: WorkOptions): Promise<void> {
  const { database } = deps;
  // this version may have more sealed tables than the server version that began the rotation
  await addTables(database, rotation, tablesOf(rotation.kind));
  const isClosed = rotation.kind === 'LOOKUP' || (await closeOldKeys(database, rotation));
  let isPassed = true;
  for (const column of columnsOf(rotation.kind)) {
    if (!(await pass(deps, rotation, column, options))) isPassed = false;
  }
  if (!isPassed || !isClosed) return;
  if (rotation.kind === 'CONTENT') await reindex(deps);
  if (!(await hasRemainingRows(database, rotation))) return await retireOldKeys(deps, rotation);
  await database.transaction(async (tx) => {
    // if two servers read the same pass, only one starts the next
    const isOurs = (await lockRotation(tx, rotation)) !== undefined;
    if (isOurs) await startNextPass(tx, rotation);
    return { commit: isOurs, result: undefined };
  });
}

/** Re-indexes the hashes of rows that are never deleted. All other rows are compared under the key that hashed them. */
function reindex({ database, vault }: KeyDeps): Promise<void> {
  return database.transaction(async (tx) => ({ commit: true, result: await reindexReceiverKeys(tx, vault) }));
}

/**
 * Returns true when no server can write rows under an older key any more.
 * - For a data or content key: every running server uses the new key, and all earlier transactions have ended.
 * - For a lookup key: as soon as the new key is active, because storing a number holds the lock of the activation.
 */
async function closeOldKeys(database: Database, rotation: Rotation): Promise<boolean> {
  const areAllThere = (await holdersWithout(database, rotation)).length === 0;
  if (rotation.is_fenced && areAllThere) return await fenceHolds(database, rotation);
  if (rotation.is_fenced) await clearFence(database, rotation);
  else if (areAllThere) await setFence(database, rotation);
  return false;
}

/** Returns true when the pass is complete, or false if another server works on the table or the work must stop. */
async function pass(
  deps: KeyDeps,
  rotation: Rotation,
  column: SealedColumn,
  { pauseMs, throttle, signal }: WorkOptions,
): Promise<boolean> {
  while (!signal.aborted) {
    const began = performance.now();
    const outcome = await rewriteBatch(deps, rotation, column);
    if (outcome !== 'MORE') return outcome === 'PASSED';
    await throttle(performance.now() - began);
    await sleep(pauseMs, undefined, { signal }).catch(() => {});
  }
  return false;
}

/**
 * Returns whether rows are left. Uses a connection without a statement timeout, because counting the largest table may
 * take longer than a server's own timeout allows.
 */
async function hasRemainingRows(database: Database, rotation: Rotation): Promise<boolean> {
  const client = await database.connect({ unlimited: true });
  try {
    for (const column of columnsOf(rotation.kind)) {
      const counts = await countRows(txOf(client), column);
      if (counts.some(({ version, rows }) => version !== rotation.key_version && rows > 0n)) return true;
    }
    return false;
  } finally {
    await client.end();
  }
}

export function countRows(tx: Tx, column: Pick<SealedColumn, 'count'>): Promise<{ version: number; rows: bigint }[]> {
  return tx.query(column.count, []);
}
