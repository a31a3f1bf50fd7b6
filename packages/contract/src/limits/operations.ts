// Written by scripts/documents/write-docs.mjs from the files of this folder. Only the order in the list is chosen by hand.
import { deleteLimit } from './delete-limit.ts';
import { listLimits } from './list-limits.ts';
import { readLimit } from './read-limit.ts';
import { setLimit } from './set-limit.ts';

export * from './delete-limit.ts';
export * from './list-limits.ts';
export * from './read-limit.ts';
export * from './set-limit.ts';

export const LIMITS_OPERATIONS = [setLimit, listLimits, readLimit, deleteLimit] as const;
