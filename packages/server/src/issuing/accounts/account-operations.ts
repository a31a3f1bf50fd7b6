import type { Implementations } from '../../platform/operation/index.ts';
import type { BankDirectory } from '../banks/index.ts';
import { cancelExceptionOperation } from './cancel-exception.ts';
import { createAccountOperation } from './create-account.ts';
import { createExceptionOperation } from './create-exception.ts';
import { enquireBalanceOperation } from './enquire-balance.ts';
import { listAccountsOperation } from './list-accounts.ts';
import { listExceptionsOperation } from './list-exceptions.ts';
import { listTransactionsOperation } from './list-transactions.ts';
import { postTransactionOperation } from './post-transaction.ts';
import { readAccountOperation, type StateAt } from './read-account.ts';

interface Deps {
  readonly banks: BankDirectory;
  /** A parameter, because the capability that reads past states depends on this one. */
  readonly stateAt: StateAt;
}

export function accountOperations({ banks, stateAt }: Deps): Implementations {
  return {
    envelope: [createAccountOperation(banks), postTransactionOperation, enquireBalanceOperation],
    rest: [
      listAccountsOperation(banks),
      readAccountOperation(banks, stateAt),
      listTransactionsOperation(banks),
      createExceptionOperation(banks),
      listExceptionsOperation(banks),
      cancelExceptionOperation(banks),
    ],
  };
}
