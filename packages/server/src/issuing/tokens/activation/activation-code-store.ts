import { statement, type Tx } from '../../../platform/storage/index.ts';
import type { ContentHash } from '../../../platform/vault/index.ts';
import type { TokenKey } from '../token-store.ts';
import type { IssuedCode } from './activation-code.ts';

const replaceCode = statement(
  'tokens.replace-code',
  `insert into token_activation_codes (bucket, bank_id, account_id, token_id, code_hash, content_version, expires_at,
     tries_left)
   values (account_bucket($2), $1, $2, $3, $4, $5, $6, $7)
   on conflict (bucket, account_id, token_id) do update set code_hash = excluded.code_hash,
     content_version = excluded.content_version, expires_at = excluded.expires_at, tries_left = excluded.tries_left`,
);

/** Replaces the previous code of the token, if it has one. */
export async function storeCode(
  tx: Tx,
  bankId: string,
  key: TokenKey,
  issuance: IssuedCode & { readonly code: ContentHash },
): Promise<void> {
  const { code, expires_at, tries_left } = issuance;
  const place = [bankId, key.account_id, key.token_id];
  await tx.query(replaceCode, [...place, code.hash, code.version, expires_at, tries_left]);
}

const selectCode = statement(
  'tokens.select-code',
  `select code_hash as hash, content_version as version, expires_at, tries_left from token_activation_codes
    where bucket = account_bucket($2) and account_id = $2 and token_id = $3 and bank_id = $1`,
);

export async function readCode(tx: Tx, bankId: string, key: TokenKey): Promise<IssuedCode & ContentHash> {
  const [code] = await tx.query<IssuedCode & ContentHash>(selectCode, [bankId, key.account_id, key.token_id]);
  if (code === undefined) throw new Error('the token is PENDING_ACTIVATION but has no activation code');
  return code;
}

const updateTriesRemaining = statement(
  'tokens.set-tries-left',
  `update token_activation_codes set tries_left = $4
    where bucket = account_bucket($2) and account_id = $2 and token_id = $3 and bank_id = $1`,
);

export async function countTry(tx: Tx, bankId: string, key: TokenKey, triesRemaining: number): Promise<void> {
  await tx.query(updateTriesRemaining, [bankId, key.account_id, key.token_id, triesRemaining]);
}

const setActivatedWith = statement(
  'tokens.set-activated-with',
  `update tokens set activated_with = $4, content_version = $5
    where bucket = account_bucket($2) and account_id = $2 and token_id = $3 and bank_id = $1`,
);

/** Stores the hash of the code that activated the token. */
export async function storeUsedCode(tx: Tx, bankId: string, key: TokenKey, code: ContentHash): Promise<void> {
  await tx.query(setActivatedWith, [bankId, key.account_id, key.token_id, code.hash, code.version]);
}

const selectActivatedWith = statement(
  'tokens.select-activated-with',
  `select activated_with as hash, content_version as version from tokens
    where bucket = account_bucket($2) and account_id = $2 and token_id = $3 and bank_id = $1 and activated_with is not null`,
);

/** The hash of the code that activated the token; undefined if no code did. */
export async function readUsedCode(tx: Tx, bankId: string, key: TokenKey): Promise<ContentHash | undefined> {
  return (await tx.query<ContentHash>(selectActivatedWith, [bankId, key.account_id, key.token_id]))[0];
}

const deleteCodeStatement = statement(
  'tokens.delete-code',
  `delete from token_activation_codes
    where bucket = account_bucket($2) and account_id = $2 and token_id = $3 and bank_id = $1`,
);

export async function deleteCode(tx: Tx, bankId: string, key: TokenKey): Promise<void> {
  await tx.query(deleteCodeStatement, [bankId, key.account_id, key.token_id]);
}
