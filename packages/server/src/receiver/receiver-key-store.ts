import { statement, type Tx } from '../storage/index.ts';
import type { SealedText } from '../vault/index.ts';

/** Where a key comes from: each source replaces its own keys only. */
export type KeySource = 'CONFIGURATION' | 'SANDBOX';

export interface ReceiverKeyRow {
  bank_id: string;
  key_mark: Buffer;
  sealed_key: Buffer;
  key_version: number;
}

const selectKeys = statement(
  'receiver.select-keys',
  'select bank_id, key_mark, sealed_key, key_version from receiver_keys order by bank_id, key_mark',
);

/** Keys of all banks: the key that verifies a message decides which bank it is for. */
export function readReceiverKeys(tx: Tx): Promise<ReceiverKeyRow[]> {
  return tx.query(selectKeys, []);
}

const deleteOthers = statement(
  'receiver.delete-other-keys',
  'delete from receiver_keys where bank_id = $1 and source = $2 and key_mark <> all($3::bytea[])',
);

/** Deletes the keys of this source that it no longer names. */
export async function keepReceiverKeys(
  tx: Tx,
  bankId: string,
  source: KeySource,
  marks: readonly Buffer[],
): Promise<void> {
  await tx.query(deleteOthers, [bankId, source, marks]);
}

const insertKey = statement(
  'receiver.insert-key',
  `insert into receiver_keys (bank_id, key_mark, source, sealed_key, key_version) values ($1, $2, $3, $4, $5)
   on conflict (key_mark) do update set source = excluded.source
     where receiver_keys.bank_id = excluded.bank_id
   returning bank_id`,
);

/** Returns false when another bank has this key. */
export async function putReceiverKey(
  tx: Tx,
  bankId: string,
  key: { mark: Buffer; source: KeySource; sealed: SealedText },
): Promise<boolean> {
  const { sealed, keyVersion } = key.sealed;
  return (await tx.query(insertKey, [bankId, key.mark, key.source, sealed, keyVersion])).length === 1;
}

const selectSandboxKeyed = statement(
  'receiver.select-banks-with-sandbox-keys',
  `select distinct bank_id from receiver_keys where source = 'SANDBOX' order by bank_id`,
);

/** Banks with a key that a sandbox generated. */
export async function findBanksWithSandboxKeys(tx: Tx): Promise<string[]> {
  return (await tx.query<{ bank_id: string }>(selectSandboxKeyed, [])).map((row) => row.bank_id);
}
