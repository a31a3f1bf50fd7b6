export { type AccountChange, type RecordedChange, readChanges, recordChange } from './account-changes.ts';
export {
  type AccountRow,
  findAccount,
  findAccountId,
  lockAccount,
  moveFunds,
  updateCounters,
} from './account-store.ts';
export { createAccountOperation } from './create-account.ts';
export { enquireBalanceOperation } from './enquire-balance.ts';
export { postTransactionOperation } from './post-transaction.ts';
