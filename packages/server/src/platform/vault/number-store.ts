import { statement, type Tx } from '../storage/index.ts';
import type { SealedRow } from './vault-store.ts';

const selectNumbers = statement(
  'vault.select-numbers',
  `select card_id, account_id, key_version, sealed_number from vault_card_numbers
    where bank_id = $1 and card_id = any($2::bigint[])`,
);

/** Returns the sealed numbers of these cards. */
export function readSealedNumbers(tx: Tx, bankId: string, cardIds: readonly bigint[]): Promise<SealedRow[]> {
  return tx.query(selectNumbers, [bankId, cardIds]);
}

const updateExpiry = statement(
  'vault.update-expiry',
  'update vault_card_numbers set expiry = $3, earlier_expiry = expiry where bank_id = $1 and card_id = $2',
);

/** Lets a masked number be found by the expiry of the new plastic, and by the one before it. */
export async function moveExpiry(tx: Tx, bankId: string, cardId: bigint, expiry: string): Promise<void> {
  await tx.query(updateExpiry, [bankId, cardId, expiry]);
}

const deleteNumbers = statement(
  'vault.delete-numbers',
  'delete from vault_card_numbers where bank_id = $1 and card_id = any($2::bigint[])',
);

export async function deleteCardNumbers(tx: Tx, bankId: string, cardIds: readonly bigint[]): Promise<void> {
  await tx.query(deleteNumbers, [bankId, cardIds]);
}
