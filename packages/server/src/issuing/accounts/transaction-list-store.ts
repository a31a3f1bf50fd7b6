import { beginning, type Page } from '../../platform/kernel/page.ts';
import { statement, type Tx } from '../../platform/storage/index.ts';

export interface TransactionRow {
  transaction_id: bigint;
  transaction_code: 'CREDIT' | 'DEBIT';
  amount_minor: bigint;
  available_after_minor: bigint;
  transaction_date: string;
  transaction_ref_number: string;
  posted_at: Date;
}

const selectTransactions = statement(
  'accounts.select-transactions',
  `select transaction_id, transaction_code, amount_minor, available_after_minor, transaction_date, transaction_ref_number,
          posted_at
     from account_transactions
    where bucket = account_bucket($2) and account_id = $2 and bank_id = $1
      and posted_at <= $3 and (posted_at, transaction_id) < ($3, $4) and posted_at >= $5 and posted_at < $6
    order by posted_at desc, transaction_id desc limit $7`,
);

/** Lists transactions newest first, with one row more than the page holds. */
export function listTransactionRows(
  tx: Tx,
  bankId: string,
  accountId: bigint,
  { from, to }: { from: Date; to: Date },
  { before, limit }: Page,
): Promise<TransactionRow[]> {
  const { at, id } = beginning(before, to);
  return tx.query(selectTransactions, [bankId, accountId, at, id, from, to, limit + 1]);
}
