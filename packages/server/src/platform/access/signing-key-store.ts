import type { JWK } from 'jose';
import { statement, type Tx } from '../storage/index.ts';

/** Advisory lock, the same for all servers: its holder checks whether a key exists, and makes one if not. */
const CREATION_LOCK = 4_203_187_010;

export interface SealedKey {
  readonly kid: string;
  readonly sealed: Buffer;
  readonly masterVersion: number;
}

const LOCK = statement('access.lock-signing-keys', 'select pg_advisory_xact_lock($1)');

/** Prevents other servers from making a key until the transaction ends. */
export async function lockSigningKeys(tx: Tx): Promise<void> {
  await tx.query(LOCK, [CREATION_LOCK]);
}

// public_jwk is only for people: the server derives the public key from the sealed one, which only a holder of the
// master key can make
const LIST = statement(
  'access.list-signing-keys',
  'select key_id, sealed_private_key, master_version from signing_keys order by created_at desc, key_id',
);

/** Lists the sealed keys, newest first. */
export async function listSigningKeys(tx: Tx): Promise<SealedKey[]> {
  const rows = await tx.query<{ key_id: string; sealed_private_key: Buffer; master_version: number }>(LIST, []);
  return rows.map((row) => ({
    kid: row.key_id,
    sealed: row.sealed_private_key,
    masterVersion: row.master_version,
  }));
}

const INSERT = statement(
  'access.insert-signing-key',
  'insert into signing_keys (key_id, public_jwk, sealed_private_key, master_version) values ($1, $2, $3, $4)',
);

export async function insertSigningKey(tx: Tx, key: SealedKey, publicJwk: JWK): Promise<void> {
  await tx.query(INSERT, [key.kid, JSON.stringify(publicJwk), key.sealed, key.masterVersion]);
}

const REWRAP = statement(
  'access.rewrap-signing-key',
  'update signing_keys set sealed_private_key = $2, master_version = $3 where key_id = $1',
);

export async function rewrapSigningKey(tx: Tx, key: SealedKey): Promise<void> {
  await tx.query(REWRAP, [key.kid, key.sealed, key.masterVersion]);
}
