import { listTransactions } from '@cardwright/contract';
import { currencyOf, formatAmount } from '../../platform/kernel/money.ts';
import { cutItems, readPage } from '../../platform/kernel/page.ts';
import { fail, ok } from '../../platform/kernel/result.ts';
import { readTimeRange } from '../../platform/kernel/time/time-range.ts';
import { type BankDirectory, implementBankRest } from '../banks/index.ts';
import { findAccount } from './account-store.ts';
import { listTransactionRows, type TransactionRow } from './transaction-list-store.ts';

/** Lists the transactions that the bank posted to an account (docs/interface/accounts.md#transactions). */
export function listTransactionsOperation(banks: BankDirectory) {
  return implementBankRest(listTransactions, banks, async ({ tx, bankId, audit }, { params, query }) => {
    const page = readPage(query);
    if (!page.ok) return page;
    const account = await findAccount(tx, bankId, params.account_number);
    if (account === undefined) return fail('account_not_found');
    const { code, exponent } = currencyOf(account.currency);
    const rows = await listTransactionRows(tx, bankId, account.account_id, readTimeRange(query), page.value);
    const place = (row: TransactionRow) => ({ at: row.posted_at, id: row.transaction_id });
    const body = cutItems(rows, page.value, place, (row) => ({
      transaction_code: row.transaction_code,
      amount: formatAmount(row.amount_minor, exponent),
      currency: code,
      available_after: formatAmount(row.available_after_minor, exponent),
      transaction_date: row.transaction_date,
      transaction_ref_number: row.transaction_ref_number,
      posted_at: row.posted_at.toISOString(),
    }));
    audit(bankId, `account:${account.account_number}`, 'transactions listed', { transactions: body.items.length });
    return ok({ body });
  });
}
