export { entryFaults } from './change-entries.ts';
export { beginEdition, lockEdition } from './edition-store.ts';
export type { ReadListUse } from './list-change.ts';
export {
  createListCache,
  createListHistory,
  type ListCache,
  type ListHistory,
  type ListOverrides,
  type ListsAtTime,
  listsAt,
  readUncachedLists,
  toListOverrides,
  withListOverrides,
} from './lists-at.ts';
export { merchantListOperations } from './merchant-list-operations.ts';
export {
  findKinds,
  findListsChangedSince,
  type ListRow,
  readAllLists,
  readEntries,
  readEntryChanges,
} from './merchant-list-store.ts';
