import { queryOne, statement, type Tx } from '../../platform/storage/index.ts';

const moveFundsStatement = statement(
  'accounts.move-funds',
  `update accounts set available_minor = available_minor + $3, reserved_minor = reserved_minor + $4
    where bucket = account_bucket($2) and account_id = $2 and bank_id = $1 returning available_minor`,
);

/** Adds to the available and the reserved amount; negative amounts subtract. Returns the available amount. */
export async function moveFunds(
  tx: Tx,
  bankId: string,
  accountId: bigint,
  change: { availableMinor: bigint; reservedMinor: bigint },
): Promise<bigint> {
  const { available_minor } = await queryOne<{ available_minor: bigint }>(tx, moveFundsStatement, [
    bankId,
    accountId,
    change.availableMinor,
    change.reservedMinor,
  ]);
  return available_minor;
}

const updateCountersStatement = statement(
  'accounts.update-counters',
  'update accounts set counters = $3 where bucket = account_bucket($2) and account_id = $2 and bank_id = $1',
);

/** @param counters in the form that issuing/card-settings/counters.ts writes */
export async function updateCounters(tx: Tx, bankId: string, accountId: bigint, counters: string): Promise<void> {
  await tx.query(updateCountersStatement, [bankId, accountId, counters]);
}

export interface NewTransaction {
  code: 'CREDIT' | 'DEBIT';
  amountMinor: bigint;
  availableAfterMinor: bigint;
  date: string;
  reference: string;
}

const insertTransactionStatement = statement(
  'accounts.insert-transaction',
  `insert into account_transactions (bucket, bank_id, account_id, transaction_code, amount_minor, available_after_minor,
     transaction_date, transaction_ref_number, posted_at)
   values (account_bucket($2), $1, $2, $3, $4, $5, $6, $7, $8)`,
);

export async function insertTransaction(
  tx: Tx,
  bankId: string,
  accountId: bigint,
  transaction: NewTransaction,
  now: Date,
): Promise<void> {
  await tx.query(insertTransactionStatement, [
    bankId,
    accountId,
    transaction.code,
    transaction.amountMinor,
    transaction.availableAfterMinor,
    transaction.date,
    transaction.reference,
    now,
  ]);
}
