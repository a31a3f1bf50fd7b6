import { queryOne, statement, type Tx } from '../storage/index.ts';
import type { ContentHash, SealedText } from '../vault/index.ts';

const tryLock = statement('operation.try-key-lock', 'select pg_try_advisory_xact_lock($1) as locked');

/** Locks the key until the transaction ends. Returns false if another transaction, on any server, has locked it. */
export async function tryLockKey(tx: Tx, keyHash: Buffer): Promise<boolean> {
  return (await queryOne<{ locked: boolean }>(tx, tryLock, [keyHash.readBigInt64BE()])).locked;
}

export interface StoredKey extends ContentHash {
  key_hash: Buffer;
  sealed_answer: Buffer;
  key_version: number;
}

const selectKey = statement(
  'operation.select-key',
  `select key_hash, content_hash as hash, content_version as version, sealed_answer, key_version from idempotency_keys
    where bank_id = $1 and key_hash = any($2::bytea[])`,
);

/** Returns the row of the key, whichever content key made its hash. Call it only while the lock of the key is held. */
export async function readKey(tx: Tx, owner: string, keyHashes: readonly Buffer[]): Promise<StoredKey | undefined> {
  return (await tx.query<StoredKey>(selectKey, [owner, keyHashes]))[0];
}

const insert = statement(
  'operation.insert-key',
  `insert into idempotency_keys (bank_id, key_hash, content_hash, content_version, sealed_answer, key_version, claimed_at)
   values ($1, $2, $3, $4, $5, $6, $7)`,
);

export async function insertKey(
  tx: Tx,
  owner: string,
  { keyHash, content, sealed, keyVersion, at }: { keyHash: Buffer; content: ContentHash; at: Date } & SealedText,
): Promise<void> {
  await tx.query(insert, [owner, keyHash, content.hash, content.version, sealed, keyVersion, at]);
}

const deleteOldKeys = statement(
  'operation.delete-old-keys',
  `delete from idempotency_keys k
    where k.bank_id = $1 and k.ctid = any(array(
      select o.ctid from idempotency_keys o where o.bank_id = $1 and o.claimed_at < $2 limit $3
    ))
   returning k.key_hash`,
);

/** Deletes keys of a bank, an acquirer or the operator that are older than that time. Returns the number. */
export async function deleteKeysBefore(tx: Tx, owner: string, before: Date, most: number): Promise<number> {
  return (await tx.query(deleteOldKeys, [owner, before, most])).length;
}
