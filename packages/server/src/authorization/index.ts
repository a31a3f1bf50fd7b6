export { type ApprovalCodes, createApprovalCodes } from './approval-codes.ts';
export { authorizationOperations } from './authorization-operations.ts';
export { createEcommerceAuthorizer, type EcommerceAuthorizer } from './authorize-ecommerce.ts';
export { type Decision, decide } from './decide.ts';
export { expireReservations } from './expire-reservations.ts';
export { createGroupCommit, type GroupCommit } from './group-commit.ts';
export { type RehearsalStage, rehearse } from './rehearse.ts';
export { reverseAuthorizationOperation } from './reverse-authorization.ts';
