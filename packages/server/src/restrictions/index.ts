export {
  addRestriction,
  entryInForce,
  type Restriction,
  type RestrictionOrder,
  type Restrictions,
  toRestriction,
} from './restriction.ts';
