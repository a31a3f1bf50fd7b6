export { type ApprovalCodes, createApprovalCodes } from './approval-codes.ts';
export { createEcommerceAuthorizer, type EcommerceAuthorizer } from './authorize-ecommerce.ts';
export { backtestAccountOperation } from './backtest-account.ts';
export { type Decision, decide } from './decide.ts';
export { completeAuthorizationOperation, reverseAuthorizationOperation } from './end-reservation.ts';
export { expireReservations } from './expire-reservations.ts';
export { createGroupCommit, type GroupCommit } from './group-commit.ts';
export { previewAuthorizationOperation } from './preview-authorization.ts';
export { readAuthorizationOperation } from './read-authorization.ts';
