import { statement, type Tx } from '../storage/index.ts';

export type KeyState = 'NEW' | 'ACTIVE' | 'RETIRING' | 'RETIRED';

/** A row of any of the key tables. `bytes` is the mark of a key in the key file, or the wrapped key; empty if destroyed. */
export interface KeyRow {
  readonly kind: 'MASTER' | 'LOOKUP' | 'DATA' | 'CONTENT';
  readonly key_version: number;
  readonly state: KeyState;
  /** For wrapped keys: the version of the master key that unwraps it. */
  readonly master_version: number | null;
  readonly bytes: Buffer;
  readonly created_at: Date;
}

/**
 * The advisory lock of all servers: shared for writes that depend on the active key, exclusive for changing which key
 * is active.
 */
const KEYS_LOCK = 4_203_187_020;

const lockShared = statement('vault.share-keys', 'select pg_advisory_xact_lock_shared($1)');

/**
 * Prevents changes of the state of keys until the transaction ends. Send the statement that reads the keys after this
 * one.
 */
export async function shareKeys(tx: Tx): Promise<void> {
  await tx.query(lockShared, [KEYS_LOCK]);
}

const lockKeysExclusively = statement('vault.lock-keys', 'select pg_advisory_xact_lock($1)');

/** Waits for all holders of the shared lock, and blocks new ones until the transaction ends. */
export async function lockKeys(tx: Tx): Promise<void> {
  await tx.query(lockKeysExclusively, [KEYS_LOCK]);
}

// one statement, so that all rows belong to one moment
const selectKeys = statement(
  'vault.select-keys',
  `select kind, key_version, state, null::smallint as master_version, mark as bytes, created_at from root_keys
    union all
   select 'DATA', key_version, state, master_version, wrapped_key, created_at from data_keys
    union all
   select purpose, key_version, state, master_version, coalesce(wrapped_key, ''), created_at from service_keys
    order by kind, key_version`,
);

export function readKeys(tx: Tx): Promise<KeyRow[]> {
  return tx.query(selectKeys, []);
}

const insertRootKeyRow = statement(
  'vault.insert-root-key',
  'insert into root_keys (kind, key_version, state, mark) values ($1, $2, $3, $4)',
);

export async function insertRootKey(
  tx: Tx,
  key: { kind: 'MASTER' | 'LOOKUP'; version: number; state: KeyState; mark: Buffer },
): Promise<void> {
  await tx.query(insertRootKeyRow, [key.kind, key.version, key.state, key.mark]);
}

const updateRootKeyState = statement(
  'vault.update-root-key-state',
  `update root_keys set state = $3, retired_at = case when $3 = 'RETIRED' then now() end
    where kind = $1 and key_version = $2`,
);

export async function setRootKeyState(
  tx: Tx,
  kind: 'MASTER' | 'LOOKUP',
  version: number,
  state: KeyState,
): Promise<void> {
  await tx.query(updateRootKeyState, [kind, version, state]);
}

export interface WrappedKey {
  readonly version: number;
  readonly masterVersion: number;
  readonly wrapped: Buffer;
}

const insertDataKeyRow = statement(
  'vault.insert-data-key',
  'insert into data_keys (key_version, state, master_version, wrapped_key) values ($1, $2, $3, $4)',
);

export async function insertDataKey(tx: Tx, state: KeyState, key: WrappedKey): Promise<void> {
  await tx.query(insertDataKeyRow, [key.version, state, key.masterVersion, key.wrapped]);
}

const updateDataKeyState = statement(
  'vault.update-data-key-state',
  'update data_keys set state = $2, retired_at = null where key_version = $1',
);
const retireDataKey = statement(
  'vault.retire-data-key',
  `update data_keys set state = 'RETIRED', retired_at = now() where key_version = $1`,
);

export async function setDataKeyState(tx: Tx, version: number, state: KeyState): Promise<void> {
  if (state === 'RETIRED') await tx.query(retireDataKey, [version]);
  else await tx.query(updateDataKeyState, [version, state]);
}

const updateDataKeyWrap = statement(
  'vault.rewrap-data-key',
  'update data_keys set master_version = $2, wrapped_key = $3 where key_version = $1',
);

export async function rewrapDataKey(tx: Tx, key: WrappedKey): Promise<void> {
  await tx.query(updateDataKeyWrap, [key.version, key.masterVersion, key.wrapped]);
}
