/**
 * The pure engine, all of it, by one file: what decides, counts, ends reservations, changes settings and restrictions,
 * and knows the calendar. The simulation gets it as a value, so that it can run against a changed copy.
 */
export { afterReservation, limitsAfterEnding } from '../authorization/account-state.ts';
export { channelOf, countryOfLocation } from '../authorization/channel.ts';
export { decide } from '../authorization/decide.ts';
export { notePaid } from '../authorization/paid-merchants.ts';
export {
  applyPastApproval,
  applyPastChange,
  applyPastDecline,
  openPast,
  unclearEndings,
} from '../authorization/past-state.ts';
export { applyChange, decideAgain, openReplay, propose } from '../authorization/replay.ts';
export { planCompletion, planExpiry, planReversal, toChange } from '../authorization/reservation.ts';
export { partnerOfTrace, WOULD_BE_ASKED } from '../authorization/rules/partner.ts';
export { sharedThen } from '../authorization/rules/shared-then.ts';
export { explainTrace, readTrace } from '../authorization/trace.ts';
export { inheritedFields, programAt, programThen, withDefaults } from '../banks/program.ts';
export { applyPatch, patchOfSpent, toCardSettings } from '../card-settings/card-settings.ts';
export { findPatchFaults, findUnconfigured, settingsSent } from '../card-settings/check-patch.ts';
export { NO_COUNTERS, readCounters, writeCounters } from '../card-settings/counters.ts';
export { changedFields, toPatch } from '../card-settings/make-patch.ts';
export { inColumn, showSettings, supportedFeatures } from '../card-settings/show-settings.ts';
export {
  expiryAfter,
  FIRST_SEQUENCE_NUMBER,
  isFinal,
  makeExid,
  mayBecome,
  nextExpiry,
  nextSequenceNumber,
  renewable,
} from '../cards/card.ts';
export { createCalendar, WINDOWS } from '../kernel/calendar.ts';
export { currencyOf, formatAmount, parseAmount } from '../kernel/money.ts';
export { required } from '../kernel/required.ts';
export { everGiven, keepLimits, limitsOfProgram } from '../limits/given-limits.ts';
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
} from '../limits/limit.ts';
export { readLimits, readUsed, storeLimit, writeLimits, writeUsed } from '../limits/stored-limits.ts';
export { addRestriction, toRestriction } from '../restrictions/restriction.ts';
export { countryFindings, endDateFindings } from '../restrictions/restriction-order.ts';
export { inOrder, toOwnRule } from '../rules/own-rules.ts';
