export { limitFaults, toTerms } from './check-limit.ts';
export { readAssumedLists } from './condition-of-limit.ts';
export { type AccountLimits, type CountedIn, listsOfLimits, type NamedLists, NO_LIMITS } from './limit.ts';
export { limitOperations } from './limit-operations.ts';
export { findLimits, storeUsed } from './limit-store.ts';
export { showLimit, showWindow } from './show-limit.ts';
export { readLimits, type StoredLimit, writeUsed } from './stored-limits.ts';
