import { queryOne, statement, type Tx } from '../../platform/storage/index.ts';
import type { AccountLimits } from './limit.ts';
import { encodeUsage, readLimits, writeLimits } from './stored-limits.ts';

interface LimitsRow {
  limits: string;
  used: string;
}

const selectLimits = statement(
  'limits.select-limits',
  'select limits, used from account_limits where bucket = account_bucket($2) and account_id = $2 and bank_id = $1',
);

/** Returns undefined if the account never had a limit. The account has to be locked to change its limits. */
export async function findLimits(tx: Tx, bankId: string, accountId: bigint): Promise<AccountLimits | undefined> {
  const [row] = await tx.query<LimitsRow>(selectLimits, [bankId, accountId]);
  return row === undefined ? undefined : readLimits(row.limits, row.used);
}

const takeKeyStatement = statement(
  'limits.take-key',
  `insert into account_limits (bucket, bank_id, account_id, next_key) values (account_bucket($2), $1, $2, 2)
   on conflict (bucket, account_id) do update set next_key = account_limits.next_key + 1 returning next_key - 1 as key`,
);

/** Takes the key of a new limit of the account. */
export async function takeKey(tx: Tx, bankId: string, accountId: bigint): Promise<string> {
  return String((await queryOne<{ key: number }>(tx, takeKeyStatement, [bankId, accountId])).key);
}

const updateLimits = statement(
  'limits.update-limits',
  `update account_limits set limits = $3, used = $4
    where bucket = account_bucket($2) and account_id = $2 and bank_id = $1`,
);
const updateAccount = statement(
  'limits.update-account',
  `update accounts set has_limits = $3 where bucket = account_bucket($2) and account_id = $2 and bank_id = $1`,
);

/** Stores the limits of an account, and whether it has any. */
export async function storeLimits(tx: Tx, bankId: string, accountId: bigint, limits: AccountLimits): Promise<void> {
  await storeUsage(tx, bankId, accountId, limits);
  await tx.query(updateAccount, [bankId, accountId, limits.limits.length > 0 || limits.usage.size > 0]);
}

const upsertUsage = statement(
  'limits.upsert-usage',
  `insert into account_limits (bucket, bank_id, account_id, used) values (account_bucket($2), $1, $2, $3)
   on conflict (bucket, account_id) do update set used = excluded.used`,
);
const markAccount = statement(
  'limits.mark-account',
  `update accounts set has_limits = true
    where bucket = account_bucket($2) and account_id = $2 and bank_id = $1 and not has_limits`,
);

/** Stores the use of limits, even the first use of an account that has only limits of its program. */
export async function storeFirstUsage(
  tx: Tx,
  bankId: string,
  accountId: bigint,
  limits: Pick<AccountLimits, 'usage'>,
): Promise<void> {
  await Promise.all([
    tx.query(upsertUsage, [bankId, accountId, encodeUsage(limits)]),
    tx.query(markAccount, [bankId, accountId]),
  ]);
}

/** Stores the use of an account's limits; the limits themselves do not change. */
export async function storeUsage(tx: Tx, bankId: string, accountId: bigint, limits: AccountLimits): Promise<void> {
  await tx.query(updateLimits, [bankId, accountId, writeLimits(limits), encodeUsage(limits)]);
}
