import { enquireRestrictions } from './enquire-restrictions.ts';
import { setRestriction } from './set-restriction.ts';

export * from './enquire-restrictions.ts';
export * from './restriction-type.ts';
export * from './set-restriction.ts';

export const RESTRICTION_OPERATIONS = [setRestriction, enquireRestrictions] as const;
