export { limitFaults } from './check-limit.ts';
export { conditionWarnings, merchantListFaults, readAssumedLists } from './condition-of-limit.ts';
export { allLimitsOfPrograms, limitsOfProgram, saveLimits } from './configured-limits.ts';
export { type CountingKey, decodeCountingKey, encodeCountingKey } from './counting-key.ts';
export {
  type AccountLimits,
  allLimits,
  cellKey,
  countDecision,
  evaluateFirstAtMerchant,
  evaluateLimits,
  isOfProgram,
  isShared,
  type Limit,
  limitKeyOf,
  listsOfLimits,
  type NamedLists,
  NO_LIMITS,
  usedOf,
} from './limit.ts';
export { isOfProvisionings, ofPayments } from './limit-measure.ts';
export { limitOperations } from './limit-operations.ts';
export { type LimitOwnerResponse, limitsOfAccount, toLimitResponse, toWindowResponse } from './limit-response.ts';
export { findLimits, storeFirstUsage, storeUsage } from './limit-store.ts';
export { toTerms } from './limit-terms.ts';
export { moveLimitsOfCard } from './move-limits.ts';
export { usageWarning } from './set-limit.ts';
export { activeSharedLimits, type SharedLimit } from './shared-limits.ts';
export {
  addSharedRow,
  lockSharedCountersStatement,
  lockSharedRow,
  readSharedUsage,
  storeSharedRow,
  updateSharedCounters,
  WHOLE_BANK,
} from './shared-limits-store.ts';
export { removeLimitsOfToken, setSingleUse } from './single-use.ts';
export { SINGLE_USE_TERMS, singleUseOf } from './single-use-limit.ts';
export { decodeUsage, encodeUsage, readLimits, readTerms, type StoredLimit } from './stored-limits.ts';
