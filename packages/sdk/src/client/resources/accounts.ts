// Written by scripts/documents/write-docs.mjs from the operations of the contract. Do not edit it.
import {
  backtestAccount,
  cancelException,
  createAccount,
  createException,
  enquireBalance,
  listAccounts,
  listExceptions,
  listTransactions,
  postTransaction,
  readAccount,
  readHistory,
} from '@cardwright/contract';
import type { CallMethod, MethodFactory, PagedMethod } from '../call-method.ts';

/** Accounts of clients. */
export interface AccountCalls {
  /** Create an account. */
  readonly create: CallMethod<typeof createAccount>;
  /** Post a transaction. */
  readonly postTransaction: CallMethod<typeof postTransaction>;
  /** Get account balances. */
  readonly retrieveBalance: CallMethod<typeof enquireBalance>;
  /** List accounts. */
  readonly list: PagedMethod<typeof listAccounts, 'items'>;
  /** Get an account. */
  readonly retrieve: CallMethod<typeof readAccount, ['account_number']>;
  /** List transactions of an account. */
  readonly listTransactions: PagedMethod<typeof listTransactions, 'items', ['account_number']>;
  /** Allow one payment. */
  readonly createException: CallMethod<typeof createException, ['account_number']>;
  /** List exceptions of an account. */
  readonly listExceptions: CallMethod<typeof listExceptions, ['account_number']>;
  /** Cancel an exception. */
  readonly cancelException: CallMethod<typeof cancelException, ['account_number', 'exception_id']>;
  /** Backtest other settings on an account. */
  readonly backtest: CallMethod<typeof backtestAccount, ['account_number']>;
  /** List the history of an account. */
  readonly history: PagedMethod<typeof readHistory, 'items', ['account_number']>;
}

export function makeAccounts({ one, paged }: MethodFactory): AccountCalls {
  return {
    create: one(createAccount),
    postTransaction: one(postTransaction),
    retrieveBalance: one(enquireBalance),
    list: paged(listAccounts, 'items'),
    retrieve: one(readAccount, 'account_number'),
    listTransactions: paged(listTransactions, 'items', 'account_number'),
    createException: one(createException, 'account_number'),
    listExceptions: one(listExceptions, 'account_number'),
    cancelException: one(cancelException, 'account_number', 'exception_id'),
    backtest: one(backtestAccount, 'account_number'),
    history: paged(readHistory, 'items', 'account_number'),
  };
}
