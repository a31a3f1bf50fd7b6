/**
 * The complete pure engine in one module: decisions, counters, reservations, changes of settings and restrictions, and
 * the calendar. The simulation receives it as a value, so that it can run against a changed copy.
 */
export {
  afterReservation,
  limitsAfterEnding,
} from '@cardwright/server/internal/issuing/authorization/decision/account-state';
export { channelOf, countryOfLocation } from '@cardwright/server/internal/issuing/authorization/decision/channel';
export { decide } from '@cardwright/server/internal/issuing/authorization/decision/decide';
export { recordPaidMerchant } from '@cardwright/server/internal/issuing/authorization/decision/paid-merchants';
export {
  PARTNER_OF_PREVIEW,
  partnerOfTrace,
} from '@cardwright/server/internal/issuing/authorization/decision/rules/partner';
export { sharedLimitsAt } from '@cardwright/server/internal/issuing/authorization/decision/rules/shared-limits-at';
export { tokenOfTrace } from '@cardwright/server/internal/issuing/authorization/decision/rules/token';
export { explainTrace, readTrace } from '@cardwright/server/internal/issuing/authorization/decision/trace';
export {
  applyHistoricalApproval,
  applyHistoricalChange,
  applyHistoricalDecline,
  openHistory,
  unclearEndings,
} from '@cardwright/server/internal/issuing/authorization/history/historical-state';
export {
  applyChange,
  decideAgain,
  openReplay,
  propose,
} from '@cardwright/server/internal/issuing/authorization/history/replay';
export {
  planCompletion,
  planExpiry,
  planReversal,
  toChange,
} from '@cardwright/server/internal/issuing/authorization/records/reservation';
export {
  inheritedFields,
  programAt,
  programThen,
  withDefaults,
} from '@cardwright/server/internal/issuing/banks/program';
export {
  applyPatch,
  patchOfSpent,
  toCardSettings,
} from '@cardwright/server/internal/issuing/card-settings/card-settings';
export {
  findPatchFaults,
  findUnavailableSettings,
  settingsSent,
} from '@cardwright/server/internal/issuing/card-settings/check-patch';
export { NO_COUNTERS, readCounters, writeCounters } from '@cardwright/server/internal/issuing/card-settings/counters';
export { changedFields, toPatch } from '@cardwright/server/internal/issuing/card-settings/make-patch';
export {
  inColumn,
  supportedFeatures,
  toSettingsResponse,
} from '@cardwright/server/internal/issuing/card-settings/settings-response';
export {
  expiryAfter,
  FIRST_SEQUENCE_NUMBER,
  isFinal,
  makeExid,
  mayBecome,
  nextExpiry,
  nextSequenceNumber,
  renewable,
} from '@cardwright/server/internal/issuing/cards/card';
export {
  allLimitsOfPrograms,
  limitsOfProgram,
  saveLimits,
} from '@cardwright/server/internal/issuing/limits/configured-limits';
export {
  allLimits,
  countDecision,
  isOfProgram,
  NO_LIMITS,
  ofCard,
  orNone,
  putLimit,
  removeLimit,
  usedOf,
} from '@cardwright/server/internal/issuing/limits/limit';
export {
  decodeUsage,
  encodeUsage,
  readLimits,
  storeLimit,
  writeLimits,
} from '@cardwright/server/internal/issuing/limits/stored-limits';
export { addRestriction, toRestriction } from '@cardwright/server/internal/issuing/restrictions/restriction';
export { countryFindings, endDateFindings } from '@cardwright/server/internal/issuing/restrictions/restriction-order';
export { inOrder, toBankRule } from '@cardwright/server/internal/issuing/rules/bank-rules';
export { decideProvisioning } from '@cardwright/server/internal/issuing/tokens/provisioning/decide-provisioning';
export { countProvisioning } from '@cardwright/server/internal/issuing/tokens/provisioning/limits-rule';
export { labelTrace } from '@cardwright/server/internal/issuing/tokens/provisioning/provisioning-trace';
export { readFacts, writeFacts } from '@cardwright/server/internal/issuing/tokens/provisioning/stored-facts';
export { currencyOf, formatAmount, parseAmount } from '@cardwright/server/internal/platform/kernel/money';
export { requireValue } from '@cardwright/server/internal/platform/kernel/required';
export { createCalendar, WINDOWS } from '@cardwright/server/internal/platform/kernel/time/calendar';
