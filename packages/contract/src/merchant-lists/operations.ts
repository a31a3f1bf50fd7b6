// Written by scripts/documents/write-docs.mjs from the files of this folder. Only the order in the list is chosen by hand.
import { changeList } from './change-list.ts';
import { listLists } from './list-lists.ts';
import { readList } from './read-list.ts';
import { replaceList } from './replace-list.ts';

export * from './change-list.ts';
export * from './list-lists.ts';
export * from './read-list.ts';
export * from './replace-list.ts';

export const MERCHANT_LISTS_OPERATIONS = [replaceList, listLists, readList, changeList] as const;
