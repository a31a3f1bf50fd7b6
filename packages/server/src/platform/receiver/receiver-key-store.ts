import { statement, type Tx } from '../storage/index.ts';
import type { ContentHash, SealedText } from '../vault/index.ts';

/** The source of a key. Each source replaces only its own keys. */
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

/** Returns the keys of all banks, because the key that verifies a message decides which bank it is for. */
export function readReceiverKeys(tx: Tx): Promise<ReceiverKeyRow[]> {
  return tx.query(selectKeys, []);
}

const deleteOthers = statement(
  'receiver.delete-other-keys',
  'delete from receiver_keys where bank_id = $1 and source = $2 and key_mark <> all($3::bytea[])',
);

/** Deletes the keys of this source that are not among these. */
export async function storeReceiverKeys(
  tx: Tx,
  bankId: string,
  source: KeySource,
  marks: readonly Buffer[],
): Promise<void> {
  await tx.query(deleteOthers, [bankId, source, marks]);
}

const updateSource = statement(
  'receiver.update-source',
  'update receiver_keys set source = $3 where bank_id = $1 and key_mark = any($2::bytea[]) returning bank_id',
);

const insertKey = statement(
  'receiver.insert-key',
  `insert into receiver_keys (bank_id, key_mark, source, sealed_key, key_version, content_version)
   select $1, $2, $3, $4, $5, $6 where not exists (select from receiver_keys where key_mark = any($7::bytea[]))
   on conflict (key_mark) do update set source = excluded.source
     where receiver_keys.bank_id = excluded.bank_id
   returning bank_id`,
);

/**
 * Stores a key. Returns false if another bank has it. `marks` are its marks under all content keys, the one for new
 * rows first.
 */
export async function insertReceiverKey(
  tx: Tx,
  bankId: string,
  key: { marks: readonly [ContentHash, ...ContentHash[]]; source: KeySource; sealed: SealedText },
): Promise<boolean> {
  const { sealed, keyVersion } = key.sealed;
  const [{ hash: mark, version }] = key.marks;
  const marks = key.marks.map(({ hash }) => hash);
  if ((await tx.query(updateSource, [bankId, marks, key.source])).length > 0) return true;
  return (await tx.query(insertKey, [bankId, mark, key.source, sealed, keyVersion, version, marks])).length === 1;
}

const selectMarkedBefore = statement(
  'receiver.select-keys-marked-before',
  `select bank_id, key_mark, sealed_key, key_version from receiver_keys where content_version <> $1
    order by bank_id, key_mark for update`,
);

/** Returns the keys of all banks whose mark was made with another content key. */
export function readKeysMarkedBefore(tx: Tx, version: number): Promise<ReceiverKeyRow[]> {
  return tx.query(selectMarkedBefore, [version]);
}

const updateMark = statement(
  'receiver.update-mark',
  `update receiver_keys set key_mark = $3, content_version = $4, sealed_key = $5, key_version = $6
    where bank_id = $1 and key_mark = $2`,
);

export async function reindexKey(
  tx: Tx,
  bankId: string,
  old: Buffer,
  { mark, sealed }: { mark: ContentHash; sealed: SealedText },
): Promise<void> {
  await tx.query(updateMark, [bankId, old, mark.hash, mark.version, sealed.sealed, sealed.keyVersion]);
}

const selectSandboxKeyed = statement(
  'receiver.select-banks-with-sandbox-keys',
  `select distinct bank_id from receiver_keys where source = 'SANDBOX' order by bank_id`,
);

/** Returns the banks with a key that a sandbox generated. */
export async function findBanksWithSandboxKeys(tx: Tx): Promise<string[]> {
  return (await tx.query<{ bank_id: string }>(selectSandboxKeyed, [])).map((row) => row.bank_id);
}
