import type { BankDirectory } from '../banks/index.ts';
import type { Implementations } from '../operation/index.ts';
import { createAccountOperation } from './create-account.ts';
import { enquireBalanceOperation } from './enquire-balance.ts';
import { listAccountsOperation } from './list-accounts.ts';
import { listTransactionsOperation } from './list-transactions.ts';
import { postTransactionOperation } from './post-transaction.ts';
import { readAccountOperation } from './read-account.ts';

export function accountOperations({ banks }: { readonly banks: BankDirectory }): Implementations {
  return {
    envelope: [createAccountOperation(banks), postTransactionOperation, enquireBalanceOperation],
    rest: [listAccountsOperation(banks), readAccountOperation(banks), listTransactionsOperation(banks)],
  };
}
