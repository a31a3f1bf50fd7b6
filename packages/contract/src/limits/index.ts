import { deleteLimit } from './delete-limit.ts';
import { listLimits } from './list-limits.ts';
import { readLimit } from './read-limit.ts';
import { setLimit } from './set-limit.ts';

export * from './delete-limit.ts';
export * from './limit.ts';
export * from './list-limits.ts';
export * from './read-limit.ts';
export * from './set-limit.ts';

export const LIMIT_OPERATIONS = [setLimit, listLimits, readLimit, deleteLimit] as const;
