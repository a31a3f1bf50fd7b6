import { statement, type Tx } from '../../platform/storage/index.ts';
import type { TokenKey } from './token-store.ts';

const insertEntry = statement(
  'tokens.insert-directory-entry',
  'insert into token_directory (bank_id, reference, account_id, token_id) values ($1, $2, $3, $4)',
);

/** Registers the public reference of the token. */
export async function insertReference(tx: Tx, bankId: string, reference: string, token: TokenKey): Promise<void> {
  await tx.query(insertEntry, [bankId, reference, token.account_id, token.token_id]);
}
