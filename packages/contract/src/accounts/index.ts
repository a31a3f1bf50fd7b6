import { createAccount } from './create-account.ts';
import { enquireBalance } from './enquire-balance.ts';
import { postTransaction } from './post-transaction.ts';

export * from './account-identifier.ts';
export * from './create-account.ts';
export * from './enquire-balance.ts';
export * from './post-transaction.ts';

export const ACCOUNT_OPERATIONS = [createAccount, postTransaction, enquireBalance] as const;
