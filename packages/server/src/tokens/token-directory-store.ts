import { statement, type Tx } from '../storage/index.ts';
import type { ContentHash } from '../vault/index.ts';
import type { TokenKey } from './token-store.ts';

/** Identifies a repeated request. All are hashes, because they hold the caller's text. */
export interface RequestMark {
  /** Under every content key, as the key finds the row; first the one for new rows. */
  keys: readonly [ContentHash, ...ContentHash[]];
  content: ContentHash;
}

const insertEntry = statement(
  'tokens.insert-directory-entry',
  `insert into token_directory (bank_id, reference, account_id, token_id, request_key, request_hash,
     content_version)
   values ($1, $2, $3, $4, $5, $6, $7) on conflict (bank_id, request_key) do nothing returning reference`,
);

/** Returns false when another request has this key. */
export async function claimReference(
  tx: Tx,
  bankId: string,
  reference: string,
  token: TokenKey,
  mark: RequestMark | undefined,
): Promise<boolean> {
  const marked = mark === undefined ? [null, null, null] : [mark.keys[0].hash, mark.content.hash, mark.content.version];
  const entry = [bankId, reference, token.account_id, token.token_id, ...marked];
  return (await tx.query(insertEntry, entry)).length === 1;
}

const selectByRequest = statement(
  'tokens.select-by-request',
  `select account_id, token_id, request_hash as hash, content_version as version from token_directory
    where bank_id = $1 and request_key = any($2::bytea[])`,
);

export async function findByRequest(
  tx: Tx,
  bankId: string,
  { keys }: RequestMark,
): Promise<(TokenKey & ContentHash) | undefined> {
  const hashes = keys.map(({ hash }) => hash);
  return (await tx.query<TokenKey & ContentHash>(selectByRequest, [bankId, hashes]))[0];
}
