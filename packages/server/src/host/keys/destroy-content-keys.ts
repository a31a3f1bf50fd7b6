import { type Database, txOf } from '../../platform/storage/index.ts';
import { destroyContentKey, lockKeys, readReplacedContentKeys } from '../../platform/vault/index.ts';
import { auditKeys, type KeyDeps, keyName } from './begin-rotation.ts';
import { CONTENT_COLUMNS, type ContentColumn } from './content-columns.ts';
import { readRotations } from './rotation-store.ts';

const DAY_MS = 86_400_000;
/**
 * The least age of a replaced key. Repeats of authorizations are recognized for 90 days
 * (docs/interface/repeats.md#authorizations). Authorizations without a card have the hash in their identity and no
 * version column. One more day covers servers that learn late about the new key.
 */
const LEAST_RETENTION_MS = 91 * DAY_MS;
/** How long repeats are recognized if the row is never deleted (docs/interface/repeats.md#how-long). */
const RETENTION_WITHOUT_END_MS = 400 * DAY_MS;

/** Destroys replaced content keys that no row needs. Returns their versions. A signal ends the search between two tables. */
export async function destroyUnusedContentKeys(
  { database, vault, by }: KeyDeps,
  signal?: AbortSignal,
): Promise<number[]> {
  const now = by.now();
  // during a rotation, a server may still write under the previous key
  if ((await readRotations(database)).some(({ kind, state }) => kind === 'CONTENT' && state !== 'DONE')) return [];
  const destroyed: number[] = [];
  for (const { key_version: version, replaced_at: replacedAt } of await readReplacedContentKeys(database)) {
    if (now.getTime() - replacedAt.getTime() < LEAST_RETENTION_MS) continue;
    if (await mayBeUsed(database, version, now, signal)) continue;
    const isOurs = await database.transaction(async (tx) => {
      await lockKeys(tx);
      if (!(await destroyContentKey(tx, version, now))) return { commit: false, result: false };
      const change = { before: { [String(version)]: 'RETIRING' }, after: { [String(version)]: 'RETIRED' } };
      const subject = keyName('CONTENT', version);
      await auditKeys(tx, by, { operation: 'keys.rotate', subject, outcome: 'DESTROYED', change });
      return { commit: true, result: true };
    });
    if (isOurs) destroyed.push(version);
  }
  if (destroyed.length > 0) await vault.ring.refresh();
  return destroyed;
}

/**
 * Searches on a connection without a statement timeout, because it may read whole tables. Returns true for an aborted
 * search.
 */
async function mayBeUsed(
  database: Database,
  version: number,
  now: Date,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const client = await database.connect({ unlimited: true });
  try {
    for (const column of CONTENT_COLUMNS) {
      if (signal?.aborted === true) return true;
      const rows = await txOf(client).query(column.findOne, [version, ...timeOf(column, now)]);
      if (rows.length > 0) return true;
    }
    return false;
  } finally {
    await client.end();
  }
}

/** Returns the time after which a row needs its key. */
function timeOf({ neededWhile }: ContentColumn, now: Date): Date[] {
  if (neededWhile === 'IT_EXISTS') return [];
  return [neededWhile === 'IT_IS_VALID' ? now : new Date(now.getTime() - RETENTION_WITHOUT_END_MS)];
}
