import { statement, type Tx } from '../../platform/storage/index.ts';
import type { AccountLimits } from './limit.ts';
import { decodeUsage, encodeUsage } from './stored-limits.ts';

/** The product code under which limits of a whole bank are stored. */
export const WHOLE_BANK = '';

const addRow = statement(
  'limits.add-shared-row',
  'insert into shared_limits (bank_id, product_code) values ($1, $2) on conflict do nothing',
);

/** Adds the row that counts the shared limits of a program or of the bank. */
export async function addSharedRow(tx: Tx, bankId: string, productCode: string): Promise<void> {
  await tx.query(addRow, [bankId, productCode]);
}

const selectSharedCounters = statement(
  'limits.select-shared',
  'select product_code, used from shared_limits where bank_id = $1 and product_code = any($2::text[])',
);

/** Reads the use of the shared limits of some products. */
export async function readSharedUsage(
  tx: Tx,
  bankId: string,
  productCodes: readonly string[],
): Promise<AccountLimits['usage']> {
  const rows = await tx.query<{ used: string }>(selectSharedCounters, [bankId, productCodes]);
  return new Map(rows.flatMap(({ used }) => [...decodeUsage(used)]));
}

/** Locks one row at a time: on Citus the rows are on several nodes. */
export const lockSharedCountersStatement = statement(
  'limits.lock-shared',
  'select used from shared_limits where bank_id = $1 and product_code = $2 for update',
  { locks: { kind: 'shared limits', by: [1, 2] } },
);

export const updateSharedCounters = statement(
  'limits.use-shared',
  'update shared_limits set used = $3 where bank_id = $1 and product_code = $2',
);

/** Reads a row and locks it until the transaction ends. Lock order: after the account, then by product code. */
export async function lockSharedRow(tx: Tx, bankId: string, productCode: string): Promise<AccountLimits['usage']> {
  const [row] = await tx.query<{ used: string }>(lockSharedCountersStatement, [bankId, productCode]);
  return row === undefined ? new Map() : decodeUsage(row.used);
}

export async function storeSharedRow(
  tx: Tx,
  bankId: string,
  productCode: string,
  usage: AccountLimits['usage'],
): Promise<void> {
  await tx.query(updateSharedCounters, [bankId, productCode, encodeUsage({ usage })]);
}
