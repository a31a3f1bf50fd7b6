import { queryOne, statement, type Tx } from '../../platform/storage/index.ts';

export interface ExceptionRow {
  exception_id: string;
  merchant_id: string | null;
  mcc: string | null;
  max_minor: bigint;
  valid_until: Date;
  reason: string;
  created_by: string;
  created_name: string | null;
  created_at: Date;
  used_at: Date | null;
  cancelled_at: Date | null;
}

const COLUMNS = `exception_id, merchant_id, mcc, max_minor, valid_until, reason, created_by, created_name, created_at, used_at, cancelled_at`;

const lockExceptions = statement(
  'accounts.lock-exceptions',
  `select pg_advisory_xact_lock(hashtext('account-exceptions ' || $1), hashtext($2))`,
  { locks: { kind: 'account-exceptions', by: [1, 2] } },
);
const countExceptions = statement(
  'accounts.count-exceptions',
  'select count(*) as created from account_exceptions where bank_id = $1 and created_by = $2 and created_at > $3',
);

/** Counts the exceptions that a caller created since a time. Locks their creation until the transaction ends. */
export async function countExceptionsOf(tx: Tx, bankId: string, createdBy: string, since: Date): Promise<number> {
  await tx.query(lockExceptions, [bankId, createdBy]);
  const { created } = await queryOne<{ created: bigint }>(tx, countExceptions, [bankId, createdBy, since]);
  return Number(created);
}

const insertStatement = statement(
  'accounts.insert-exception',
  `insert into account_exceptions (bucket, bank_id, account_id, exception_id, merchant_id, mcc, max_minor, valid_until, reason,
     created_by, created_name, created_at)
   values (account_bucket($2), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) returning ${COLUMNS}`,
);
const markAccount = statement(
  'accounts.mark-exceptions',
  `update accounts set exceptions_until = greatest(exceptions_until, $3)
    where bucket = account_bucket($2) and account_id = $2 and bank_id = $1`,
);

export type NewException = Omit<ExceptionRow, 'used_at' | 'cancelled_at'>;

/** Stores an exception. The caller holds the account's lock. */
export async function insertException(
  tx: Tx,
  bankId: string,
  accountId: bigint,
  one: NewException,
): Promise<ExceptionRow> {
  await tx.query(markAccount, [bankId, accountId, one.valid_until]);
  return await queryOne<ExceptionRow>(tx, insertStatement, [
    bankId,
    accountId,
    one.exception_id,
    one.merchant_id,
    one.mcc,
    one.max_minor,
    one.valid_until,
    one.reason,
    one.created_by,
    one.created_name,
    one.created_at,
  ]);
}

const selectStatement = statement(
  'accounts.select-exceptions',
  `select ${COLUMNS} from account_exceptions
    where bucket = account_bucket($2) and account_id = $2 and bank_id = $1 and ($3::text is null or exception_id::text = lower($3))
    order by created_at desc, exception_id limit $4`,
);

const MAX_EXCEPTIONS = 100;

export function listExceptionRows(tx: Tx, bankId: string, accountId: bigint): Promise<ExceptionRow[]> {
  return tx.query(selectStatement, [bankId, accountId, null, MAX_EXCEPTIONS]);
}

export async function findException(
  tx: Tx,
  bankId: string,
  accountId: bigint,
  exceptionId: string,
): Promise<ExceptionRow | undefined> {
  return (await tx.query<ExceptionRow>(selectStatement, [bankId, accountId, exceptionId, 1]))[0];
}

const cancelStatement = statement(
  'accounts.cancel-exception',
  `update account_exceptions set cancelled_at = $4, cancelled_by = $5
    where bucket = account_bucket($2) and account_id = $2 and exception_id = $3 and bank_id = $1 returning ${COLUMNS}`,
);

/** Cancels an exception. The caller holds the account's lock. */
export async function cancelExceptionRow(
  tx: Tx,
  bankId: string,
  accountId: bigint,
  { exception_id: id }: ExceptionRow,
  by: string,
  now: Date,
): Promise<ExceptionRow> {
  return await queryOne<ExceptionRow>(tx, cancelStatement, [bankId, accountId, id, now, by]);
}
