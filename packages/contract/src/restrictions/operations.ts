// Written by scripts/documents/write-docs.mjs from the files of this folder. Only the order in the list is chosen by hand.
import { enquireRestrictions } from './enquire-restrictions.ts';
import { setRestriction } from './set-restriction.ts';

export * from './enquire-restrictions.ts';
export * from './set-restriction.ts';

export const RESTRICTIONS_OPERATIONS = [setRestriction, enquireRestrictions] as const;
