export { createStateAt } from './account-at.ts';
export { type ApprovalCodes, createApprovalCodes } from './approval-codes.ts';
export { authorizationOperations } from './authorization-operations.ts';
export { createEcommerceAuthorizer } from './authorize-ecommerce.ts';
export { type PastRow, readTraits } from './backtest-store.ts';
export { isIdentical, tellChanged } from './backtest-tally.ts';
export { BATCH_PHASES, type BatchMeter } from './batch-meter.ts';
export { COUNTED_BANKS } from './count-listed.ts';
export type { Decision } from './decide.ts';
export { decodeEcommerce, useOfKept } from './ecommerce-message.ts';
export { expireReservations } from './expire-reservations.ts';
export { createGroupCommit, type Waiting } from './group-commit.ts';
export type { OtherProcesses } from './hand-over.ts';
export { createHotConnection } from './hot-connection.ts';
export { knowLimitLists } from './limit-lists.ts';
export { listDecided } from './list-decided.ts';
export { merchantInMessage } from './paid-merchant-store.ts';
export { createPartners, type PartnerMeter, type Partners } from './partner/ask-partner.ts';
export { createPartnerBook, type PartnerBook } from './partner/partner-book.ts';
export type { Unchanging } from './past-message.ts';
export { checkProposal } from './proposal.ts';
export { readProposed } from './read-proposed.ts';
export { rebuildStatistics } from './rebuild-statistics.ts';
export { type RehearsalStage, rehearse } from './rehearse.ts';
export {
  applyAsStored,
  applyChange,
  decideAgain,
  openReplay,
  propose,
  type Replay,
} from './replay.ts';
export type { ReservationScope } from './reservation-store.ts';
export { createResponseTimes, noteBy, type ResponseTimes } from './response-times.ts';
export { reverseAuthorizationOperation } from './reverse-authorization.ts';
export { RULE_VERSION } from './rules/index.ts';
export { pastMessageOf, unchangingOf } from './run-backtest.ts';
