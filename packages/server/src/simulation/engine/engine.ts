/**
 * The pure engine, all of it, by one file: what decides, counts, ends reservations, changes settings and restrictions,
 * and knows the calendar. The simulation gets it as a value, so that it can run against a changed copy.
 */
export { afterReservation, limitsAfterEnding } from '../../issuing/authorization/decision/account-state.ts';
export { channelOf, countryOfLocation } from '../../issuing/authorization/decision/channel.ts';
export { decide } from '../../issuing/authorization/decision/decide.ts';
export { recordPaid } from '../../issuing/authorization/decision/paid-merchants.ts';
export { partnerOfTrace, WOULD_BE_ASKED } from '../../issuing/authorization/decision/rules/partner.ts';
export { sharedLimitsAt } from '../../issuing/authorization/decision/rules/shared-limits-at.ts';
export { explainTrace, readTrace } from '../../issuing/authorization/decision/trace.ts';
export {
  applyHistoricalApproval,
  applyHistoricalChange,
  applyHistoricalDecline,
  openHistory,
  unclearEndings,
} from '../../issuing/authorization/history/historical-state.ts';
export { applyChange, decideAgain, openReplay, propose } from '../../issuing/authorization/history/replay.ts';
export { planCompletion, planExpiry, planReversal, toChange } from '../../issuing/authorization/records/reservation.ts';
export { inheritedFields, programAt, programThen, withDefaults } from '../../issuing/banks/program.ts';
export { applyPatch, patchOfSpent, toCardSettings } from '../../issuing/card-settings/card-settings.ts';
export { findPatchFaults, findUnconfigured, settingsSent } from '../../issuing/card-settings/check-patch.ts';
export { NO_COUNTERS, readCounters, writeCounters } from '../../issuing/card-settings/counters.ts';
export { changedFields, toPatch } from '../../issuing/card-settings/make-patch.ts';
export { inColumn, supportedFeatures, toSettingsResponse } from '../../issuing/card-settings/settings-response.ts';
export {
  expiryAfter,
  FIRST_SEQUENCE_NUMBER,
  isFinal,
  makeExid,
  mayBecome,
  nextExpiry,
  nextSequenceNumber,
  renewable,
} from '../../issuing/cards/card.ts';
export { everConfigured, limitsOfProgram, saveLimits } from '../../issuing/limits/configured-limits.ts';
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
} from '../../issuing/limits/limit.ts';
export { readLimits, readUsed, storeLimit, writeLimits, writeUsed } from '../../issuing/limits/stored-limits.ts';
export { addRestriction, toRestriction } from '../../issuing/restrictions/restriction.ts';
export { countryFindings, endDateFindings } from '../../issuing/restrictions/restriction-order.ts';
export { inOrder, toBankRule } from '../../issuing/rules/bank-rules.ts';
export { currencyOf, formatAmount, parseAmount } from '../../platform/kernel/money.ts';
export { required } from '../../platform/kernel/required.ts';
export { createCalendar, WINDOWS } from '../../platform/kernel/time/calendar.ts';
