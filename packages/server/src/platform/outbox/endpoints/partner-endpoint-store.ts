import { statement, type Tx } from '../../storage/index.ts';

export interface SealedKeyRow {
  bank_id: string;
  endpoint_id: string;
  key_id: string;
  sealed_secret: Buffer;
  key_version: number;
}

const selectSealedKeys = statement(
  'outbox.select-sealed-keys',
  `select bank_id, endpoint_id, key_id, sealed_secret, key_version from webhook_keys
    where bank_id = any($1::text[]) and endpoint_id = any($2::text[]) order by bank_id, key_id`,
);

/** Reads the keys of all banks at once; each endpoint belongs to one bank. */
export function readPartnerKeys(
  tx: Tx,
  bankIds: readonly string[],
  endpointIds: readonly string[],
): Promise<SealedKeyRow[]> {
  return tx.query(selectSealedKeys, [bankIds, endpointIds]);
}

const deleteKeys = statement(
  'outbox.delete-keys-of-endpoint',
  'delete from webhook_keys where bank_id = $1 and endpoint_id = $2',
);

export async function deletePartnerKeys(tx: Tx, bankId: string, endpointId: string): Promise<void> {
  await tx.query(deleteKeys, [bankId, endpointId]);
}
