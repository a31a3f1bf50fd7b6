import { randomBytes } from 'node:crypto';
import { requireValue } from '../kernel/required.ts';
import type { Tx } from '../storage/index.ts';
import { insertContentKey } from './content-key-store.ts';
import { contentKeyContext, dataKeyContext, markOf } from './key-marks.ts';
import { insertDataKey, insertRootKey, type KeyRow, lockKeys, readKeys, rewrapDataKey } from './key-store.ts';
import type { RootKeys } from './read-key-file.ts';
import type { HashingKey, SealingKey } from './seal.ts';

/** The error for keys that cannot open anything in this database. */
export const OTHER_KEYS = 'the keys do not belong to this database: check CARDWRIGHT_KEY_FILE';

/**
 * Activates these keys in a database that has none yet. If several servers start at once, those of the first one stay.
 */
export async function settleFirstKeys(tx: Tx, keys: RootKeys): Promise<KeyRow[]> {
  await lockKeys(tx);
  const rows = await readKeys(tx);
  if (rows.some(({ kind }) => kind === 'MASTER')) return rows;
  if (rows.length > 0) await adoptKeys(tx, keys, rows);
  else await makeKeys(tx, keys);
  return await readKeys(tx);
}

async function makeKeys(tx: Tx, keys: RootKeys): Promise<void> {
  const masterVersion = Math.max(...keys.masters.keys());
  const lookupVersion = Math.max(...keys.lookups.keys());
  const master = requireValue(keys.masters.get(masterVersion), 'a master key');
  await nameKeys(tx, {
    master,
    masterVersion,
    lookup: requireValue(keys.lookups.get(lookupVersion), 'a lookup key'),
    lookupVersion,
  });
  const wrapped = (context: string) => master.seal(randomBytes(32), context);
  await insertDataKey(tx, 'ACTIVE', { version: 1, masterVersion, wrapped: wrapped(dataKeyContext(1)) });
  await insertContentKey(tx, 'ACTIVE', { version: 1, masterVersion, wrapped: wrapped(contentKeyContext(1)) });
}

/**
 * Upgrades a database from before keys had versions, whose lookup key also protected the data keys and made the hashes
 * of repeated requests. Those hashes must stay comparable, so that key becomes the content key.
 */
async function adoptKeys(tx: Tx, keys: RootKeys, rows: readonly KeyRow[]): Promise<void> {
  const [master, lookup] = [keys.masters.get(1), keys.lookups.get(1)];
  if (master === undefined || lookup === undefined) throw new Error(OTHER_KEYS);
  await nameKeys(tx, { master, masterVersion: 1, lookup, lookupVersion: 1 });
  for (const { key_version: version, bytes } of rows) {
    const opened = openEarlier(master, lookup, version, bytes);
    await rewrapDataKey(tx, { version, masterVersion: 1, wrapped: master.seal(opened, dataKeyContext(version)) });
  }
  const wrapped = lookup.wrappedBy(master, contentKeyContext(1));
  await insertContentKey(tx, 'ACTIVE', { version: 1, masterVersion: 1, wrapped });
}

function openEarlier(master: SealingKey, lookup: HashingKey, version: number, wrapped: Buffer): Buffer {
  try {
    return master.open(wrapped, `data-key:${version}:${lookup.hash('data-key', String(version)).toString('hex')}`);
  } catch {
    throw new Error(OTHER_KEYS);
  }
}

async function nameKeys(
  tx: Tx,
  keys: { master: SealingKey; masterVersion: number; lookup: HashingKey; lookupVersion: number },
): Promise<void> {
  const { master, masterVersion, lookup, lookupVersion } = keys;
  const mark = { state: 'ACTIVE' } as const;
  await insertRootKey(tx, { ...mark, kind: 'MASTER', version: masterVersion, mark: markOf(master, masterVersion) });
  await insertRootKey(tx, { ...mark, kind: 'LOOKUP', version: lookupVersion, mark: markOf(lookup, lookupVersion) });
}
