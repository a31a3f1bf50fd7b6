import { statement, type Tx } from '../../platform/storage/index.ts';
import type { CardKey } from '../cards/index.ts';

const findAccountOfToken = statement(
  'limits.find-account-of-token',
  'select account_id, token_id from token_directory where bank_id = $1 and reference = $2',
);
const selectToken = statement(
  'limits.select-token',
  `select account_id, card_id, reference::text as reference, state from tokens
    where bucket = account_bucket($2) and account_id = $2 and token_id = $3 and bank_id = $1`,
);

interface LimitedToken extends CardKey {
  readonly reference: string;
  readonly state: string;
}

/** Finds a token by its reference, with its card. */
export async function findLimitedToken(tx: Tx, bankId: string, reference: string): Promise<LimitedToken | undefined> {
  const [key] = await tx.query<{ account_id: bigint; token_id: bigint }>(findAccountOfToken, [bankId, reference]);
  if (key === undefined) return undefined;
  return (await tx.query<LimitedToken>(selectToken, [bankId, key.account_id, key.token_id]))[0];
}
