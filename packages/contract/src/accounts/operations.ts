// Written by scripts/documents/write-docs.mjs from the files of this folder. Only the order in the list is chosen by hand.
import { cancelException } from './cancel-exception.ts';
import { createAccount } from './create-account.ts';
import { createException } from './create-exception.ts';
import { enquireBalance } from './enquire-balance.ts';
import { listAccounts } from './list-accounts.ts';
import { listExceptions } from './list-exceptions.ts';
import { listTransactions } from './list-transactions.ts';
import { postTransaction } from './post-transaction.ts';
import { readAccount } from './read-account.ts';

export * from './cancel-exception.ts';
export * from './create-account.ts';
export * from './create-exception.ts';
export * from './enquire-balance.ts';
export * from './list-accounts.ts';
export * from './list-exceptions.ts';
export * from './list-transactions.ts';
export * from './post-transaction.ts';
export * from './read-account.ts';

export const ACCOUNTS_OPERATIONS = [
  createAccount,
  postTransaction,
  enquireBalance,
  listAccounts,
  readAccount,
  listTransactions,
  createException,
  listExceptions,
  cancelException,
] as const;
