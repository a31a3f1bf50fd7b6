export { beginEdition, lockEdition } from './edition-store.ts';
export {
  createListsMemory,
  createListsPast,
  type ListsMemory,
  type ListsPast,
  type ListsThen,
  listsAt,
  readOnce,
} from './lists-at.ts';
export { merchantListOperations } from './merchant-list-operations.ts';
export { findKinds } from './merchant-list-store.ts';
