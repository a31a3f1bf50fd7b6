export { enquireRestrictionsOperation } from './enquire-restrictions.ts';
export {
  addRestriction,
  entryInForce,
  type Restriction,
  type RestrictionOrder,
  type Restrictions,
  toRestriction,
} from './restriction.ts';
export { countryFindings } from './restriction-order.ts';
export { setRestrictionOperation } from './set-restriction.ts';
