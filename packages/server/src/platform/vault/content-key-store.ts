import { statement, type Tx } from '../storage/index.ts';
import type { KeyState, WrappedKey } from './key-store.ts';

const insertKey = statement(
  'vault.insert-content-key',
  `insert into service_keys (purpose, key_version, state, master_version, wrapped_key) values ('CONTENT', $1, $2, $3, $4)`,
);

export async function insertContentKey(tx: Tx, state: KeyState, key: WrappedKey): Promise<void> {
  await tx.query(insertKey, [key.version, state, key.masterVersion, key.wrapped]);
}

const updateWrap = statement(
  'vault.rewrap-content-key',
  `update service_keys set master_version = $2, wrapped_key = $3 where purpose = 'CONTENT' and key_version = $1`,
);

export async function rewrapContentKey(tx: Tx, key: WrappedKey): Promise<void> {
  await tx.query(updateWrap, [key.version, key.masterVersion, key.wrapped]);
}

const replaceKeys = statement(
  'vault.replace-content-keys',
  `update service_keys set state = 'RETIRING', replaced_at = $1 where purpose = 'CONTENT' and state = 'ACTIVE'`,
);

const updateInForce = statement(
  'vault.put-content-key-in-force',
  `update service_keys set state = 'ACTIVE' where purpose = 'CONTENT' and key_version = $1`,
);

/** Activates a key, which makes all new hashes from now on. The previous key stays for the rows that it made. */
export async function activateContentKey(tx: Tx, version: number, now: Date): Promise<void> {
  await tx.query(replaceKeys, [now]);
  await tx.query(updateInForce, [version]);
}

const selectReplaced = statement(
  'vault.select-replaced-content-keys',
  `select key_version, replaced_at from service_keys
    where purpose = 'CONTENT' and state = 'RETIRING' order by key_version`,
);

export function readReplacedContentKeys(tx: Tx): Promise<{ key_version: number; replaced_at: Date }[]> {
  return tx.query(selectReplaced, []);
}

const destroyKey = statement(
  'vault.destroy-content-key',
  `update service_keys set state = 'RETIRED', wrapped_key = null, destroyed_at = $2
    where purpose = 'CONTENT' and key_version = $1 and state = 'RETIRING' returning key_version`,
);

/** Destroys a key. Returns false if another server has destroyed it. */
export async function destroyContentKey(tx: Tx, version: number, now: Date): Promise<boolean> {
  return (await tx.query(destroyKey, [version, now])).length === 1;
}
