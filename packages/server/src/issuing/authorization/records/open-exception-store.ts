import { statement, type Tx } from '../../../platform/storage/index.ts';
import type { PaymentException } from '../decision/facts.ts';
import { accountColumns } from '../message/account-columns.ts';
import { inBuckets } from '../message/citus-statements.ts';

/** Reads the open exceptions of accounts, which the caller has locked unless it only previews. */
const loadExceptions = statement(
  'authorization.load-exceptions',
  `select e.account_id, e.exception_id, e.merchant_id, e.mcc, e.max_minor, e.valid_until
     from unnest($1::smallint[], $2::text[], $3::bigint[]) as requested (bucket, bank_id, account_id)
     join account_exceptions e on e.bucket = requested.bucket and e.account_id = requested.account_id
      and e.bank_id = requested.bank_id and e.used_at is null and e.cancelled_at is null and e.valid_until > $4${inBuckets('e')}
    order by e.created_at, e.exception_id`,
);

interface ExceptionRow {
  account_id: bigint;
  exception_id: string;
  merchant_id: string | null;
  mcc: string | null;
  max_minor: bigint;
  valid_until: Date;
}

/** An account, and the time until which it may have open exceptions. */
interface Excepted {
  readonly bankId: string;
  readonly accountId: bigint;
  readonly until: Date | null;
}

/** The open exceptions of accounts, oldest first. Reads nothing if no account can have one. */
export async function loadOpenExceptions(
  on: Tx,
  accounts: readonly Excepted[],
  now: Date,
): Promise<ReadonlyMap<bigint, readonly PaymentException[]>> {
  const byAccount = new Map<bigint, PaymentException[]>();
  const excepted = accounts.filter(({ until }) => until !== null && until > now);
  if (excepted.length === 0) return byAccount;
  for (const row of await on.query<ExceptionRow>(loadExceptions, [...accountColumns(excepted), now])) {
    const exceptions = byAccount.get(row.account_id) ?? [];
    byAccount.set(row.account_id, exceptions);
    exceptions.push({
      id: row.exception_id,
      merchantId: row.merchant_id ?? undefined,
      mcc: row.mcc ?? undefined,
      maxMinor: row.max_minor,
      validUntil: row.valid_until,
    });
  }
  return byAccount;
}

/** Marks exceptions as used, in the transaction of the decisions that used them. */
export const useExceptions = statement(
  'authorization.use-exceptions',
  `update account_exceptions e set used_at = $6, used_by = used.message_key
     from unnest($1::smallint[], $2::text[], $3::bigint[], $4::uuid[], $5::bigint[])
            as used (bucket, bank_id, account_id, exception_id, message_key)
    where e.bucket = used.bucket and e.account_id = used.account_id and e.exception_id = used.exception_id
      and e.bank_id = used.bank_id${inBuckets('e')}`,
);
