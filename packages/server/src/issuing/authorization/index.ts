export { createDecisionReader } from './analysis/read-decision.ts';
export { authorizationOperations } from './authorization-operations.ts';
export { type ApprovalCodes, createApprovalCodes } from './batch/approval-codes.ts';
export { BATCH_PHASES, type BatchMeter } from './batch/batch-meter.ts';
export { createHotConnection } from './batch/hot-connection.ts';
export { merchantInMessage } from './batch/paid-merchant-store.ts';
export type { Decision } from './decision/decide.ts';
export { readReference } from './decision/retrieval-reference.ts';
export { RULE_VERSION } from './decision/rules/index.ts';
export { ADVICE_TYPE } from './decision/stored-message.ts';
export { type RehearsalStage, rehearse } from './explain/rehearse.ts';
export { createStateAt } from './history/account-at.ts';
export { applyStoredDecision } from './history/apply-stored-decision.ts';
export { type HistoricalRow, readTraits } from './history/backtest-store.ts';
export { isIdentical, toChangedDecision } from './history/backtest-tally.ts';
export type { Unchanging } from './history/historical-message.ts';
export { loadLimitLists } from './history/limit-lists.ts';
export { checkProposal } from './history/proposal.ts';
export { readProposalRecords } from './history/read-proposed.ts';
export {
  applyChange,
  decideAgain,
  openReplay,
  propose,
  type Replay,
} from './history/replay.ts';
export { historicalMessageOf, unchangingOf } from './history/run-backtest.ts';
export { indexDecisions } from './index/index-decisions.ts';
export { rebuildStatistics } from './index/rebuild-statistics.ts';
export { createEcommerceAuthorizer, type EcommerceAuthorizer } from './lanes/authorize-ecommerce.ts';
export { createGroupCommit, type QueueLength } from './lanes/group-commit.ts';
export type { OtherProcesses } from './lanes/message-forwarding.ts';
export { decodeEcommerce, useOfRaw } from './message/ecommerce-message.ts';
export { createPartners, type PartnerMeter, type Partners } from './partner/call-partner.ts';
export { createPartnerBook, type PartnerBook } from './partner/partner-book.ts';
export { saltsOf } from './proofs/decision-record.ts';
export { createRecordHasher, type RecordHasher } from './proofs/record-hasher.ts';
export { sealDecisions } from './proofs/seal-decisions.ts';
export { type AuthorizationRow, findAuthorizationsByReference } from './records/authorization-history-store.ts';
export { deleteExpiredReversals, withoutZeros } from './records/early-reversal-store.ts';
export { findAuthorization, originalKeysOf } from './records/find-authorization.ts';
export { readLongMessage, SHORT_MESSAGE } from './records/long-message-store.ts';
export { readPendingLag } from './records/pending-lag-store.ts';
export { planCompletion, planReversal } from './records/reservation.ts';
export { type ReservationScope, readReservation } from './records/reservation-store.ts';
export { createEarlyReversals, type EarlyReversals } from './reservations/early-reversals.ts';
export { endFoundReservation } from './reservations/end-reservation.ts';
export { expireReservations } from './reservations/expire-reservations.ts';
export { reverseAuthorizationOperation } from './reservations/reverse-authorization.ts';
export { MAX_BANK_SERIES } from './statistics/count-indexed.ts';
export { longestOf } from './statistics/response-steps.ts';
export { readResponseHours } from './statistics/response-time-store.ts';
export { createResponseTimes, type ResponseTimes, recordBy } from './statistics/response-times.ts';
