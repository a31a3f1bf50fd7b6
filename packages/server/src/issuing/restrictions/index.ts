export type { Restrictions } from './restriction.ts';
export { restrictionOperations } from './restriction-operations.ts';
export { countryFindings } from './restriction-order.ts';
export { type RestrictionsAt, readRestrictionsAt } from './restrictions-at.ts';
export { setRestrictionOperation } from './set-restriction.ts';
