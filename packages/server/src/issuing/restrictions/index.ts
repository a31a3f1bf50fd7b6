export { copyRestrictions } from './copy-restrictions.ts';
export type { Restrictions } from './restriction.ts';
export { type RestrictionsAt, readRestrictionsAt } from './restriction-history-store.ts';
export { restrictionOperations } from './restriction-operations.ts';
export { countryFindings } from './restriction-order.ts';
export { setRestrictionOperation } from './set-restriction.ts';
