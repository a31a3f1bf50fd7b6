import type { SigningKeyKind } from '@cardwright/contract';
import { statement, type Tx } from '../../storage/index.ts';
import type { SealedText } from '../../vault/index.ts';

export interface SigningKeyRow {
  endpoint_id: string;
  key_id: string;
  kind: SigningKeyKind;
  public_key: string | null;
  created_at: Date;
  retires_at: Date | null;
}

const selectKeys = statement(
  'outbox.select-signing-keys',
  `select endpoint_id, key_id, kind, public_key, created_at, retires_at from webhook_keys
    where bank_id = $1 and endpoint_id = any($2) and (retires_at is null or retires_at > $3)
    order by kind desc, created_at desc, key_id`,
);

/** Returns the signing keys of several endpoints; within a kind, the newest first. */
export function readSigningKeys(
  tx: Tx,
  bankId: string,
  endpointIds: readonly string[],
  now: Date,
): Promise<SigningKeyRow[]> {
  return tx.query(selectKeys, [bankId, endpointIds, now]);
}

const insertKey = statement(
  'outbox.insert-signing-key',
  `insert into webhook_keys (bank_id, endpoint_id, key_id, kind, sealed_secret, key_version, public_key, created_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8)`,
);

export interface NewSigningKey {
  readonly keyId: string;
  readonly kind: SigningKeyKind;
  readonly secret: SealedText;
  readonly publicKey: string | undefined;
}

export async function insertEndpointKey(
  tx: Tx,
  bankId: string,
  endpointId: string,
  { keyId, kind, secret, publicKey }: NewSigningKey,
  now: Date,
): Promise<void> {
  const values = [bankId, endpointId, keyId, kind, secret.sealed, secret.keyVersion, publicKey ?? null, now];
  await tx.query(insertKey, values);
}

const deleteSigningKeys = statement(
  'outbox.delete-signing-keys',
  'delete from webhook_keys where bank_id = $1 and endpoint_id = $2 and retires_at <= $3',
);
// a key that is already being retired stops signing at once, so that at most two keys of a kind sign
const retireKeys = statement(
  'outbox.retire-signing-keys',
  `update webhook_keys set retires_at = case when retires_at is null then $4::timestamptz else $3 end
    where bank_id = $1 and endpoint_id = $2 and (retires_at is null or retires_at > $3)`,
);

/** Lets the current keys sign until `until`, and deletes keys that have retired. */
export async function retireSigningKeys(
  tx: Tx,
  bankId: string,
  endpointId: string,
  now: Date,
  until: Date,
): Promise<void> {
  await tx.query(retireKeys, [bankId, endpointId, now, until]);
  await tx.query(deleteSigningKeys, [bankId, endpointId, now]);
}
