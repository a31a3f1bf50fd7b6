export { beginEdition, lockEdition } from './edition-store.ts';
export { createListMemory } from './list-memory.ts';
export { merchantListOperations } from './merchant-list-operations.ts';
export { changedEntries, type EntryRow, findKinds } from './merchant-list-store.ts';
