import { statement, type Tx } from '../storage/index.ts';
import type { TokenKey } from './token-store.ts';

/** Identifies a repeated request. Both members are hashes, because they hold the caller's text. */
export interface RequestMark {
  key: Buffer;
  hash: Buffer;
}

const insertEntry = statement(
  'tokens.insert-directory-entry',
  `insert into token_directory (bank_id, reference, account_id, token_id, request_key, request_hash)
   values ($1, $2, $3, $4, $5, $6) on conflict (bank_id, request_key) do nothing returning reference`,
);

/** Returns false when another request has this key. */
export async function claimReference(
  tx: Tx,
  bankId: string,
  reference: string,
  token: TokenKey,
  mark: RequestMark | undefined,
): Promise<boolean> {
  const entry = [bankId, reference, token.account_id, token.token_id, mark?.key ?? null, mark?.hash ?? null];
  return (await tx.query(insertEntry, entry)).length === 1;
}

const selectByRequest = statement(
  'tokens.select-by-request',
  'select account_id, token_id, request_hash from token_directory where bank_id = $1 and request_key = $2',
);

export async function findByRequest(
  tx: Tx,
  bankId: string,
  key: Buffer,
): Promise<(TokenKey & { request_hash: Buffer }) | undefined> {
  return (await tx.query<TokenKey & { request_hash: Buffer }>(selectByRequest, [bankId, key]))[0];
}
