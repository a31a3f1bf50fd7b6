export {
  type AccountChange,
  type RecordedChange,
  readChanges,
  readControlChanges,
  recordChange,
  toRecordedChange,
} from './account-change-store.ts';
export { accountOperations } from './account-operations.ts';
export { type AccountRow, findAccount, findAccountId, lockAccount, lockAccountIfFree } from './account-store.ts';
export { createAccountOperation } from './create-account.ts';
export { allowPayment, checkPayment } from './create-exception.ts';
export { moveFunds, updateCounters } from './funds-store.ts';
export type { StateAt } from './read-account.ts';
