import type pg from 'pg';

/**
 * Locks an account, or its settings, until the session's transaction ends. Finds the account first, because distributed
 * tables allow locks only on rows of a given bucket.
 */
export async function lockAccountOf(
  session: pg.Client,
  accountNumber: string,
  table: 'accounts' | 'account_settings' = 'accounts',
): Promise<void> {
  const { rows } = await session.query<{ key: string[] }>(
    'select array[bucket, account_id]::text[] as key from accounts where account_number = $1',
    [accountNumber],
  );
  const result = await session.query(
    `select 1 from ${table} where bucket = $1 and account_id = $2 for update`,
    rows[0]?.key,
  );
  if (result.rowCount !== 1) throw new Error(`there is nothing to lock of account ${accountNumber}`);
}
