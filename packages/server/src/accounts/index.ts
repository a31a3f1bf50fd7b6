export { type AccountChange, type RecordedChange, readChanges, recordChange } from './account-changes.ts';
export { accountOperations } from './account-operations.ts';
export {
  type AccountRow,
  findAccount,
  findAccountId,
  lockAccount,
  moveFunds,
  updateCounters,
} from './account-store.ts';
export { createAccountOperation } from './create-account.ts';
