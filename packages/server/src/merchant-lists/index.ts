export { beginEdition, lockEdition } from './edition-store.ts';
export { createListMemory } from './list-memory.ts';
export {
  createListsMemory,
  createListsPast,
  type ListsPast,
  type ListsThen,
  listsAt,
  readOnce,
} from './lists-at.ts';
export { merchantListOperations } from './merchant-list-operations.ts';
export { changedEntries, type EntryRow, findKinds } from './merchant-list-store.ts';
