export { type AccountChange, readChanges, recordChange } from './account-changes.ts';
export { accountOperations } from './account-operations.ts';
export { type AccountRow, findAccount, lockAccount, moveFunds, updateCounters } from './account-store.ts';
export { createAccountOperation } from './create-account.ts';
