export { type ApprovalCodes, createApprovalCodes } from './approval-codes.ts';
export { authorizationOperations } from './authorization-operations.ts';
export { createEcommerceAuthorizer } from './authorize-ecommerce.ts';
export { expireReservations } from './expire-reservations.ts';
export { createGroupCommit } from './group-commit.ts';
export type { OtherProcesses } from './hand-over.ts';
export { createHotConnection } from './hot-connection.ts';
export { type RehearsalStage, rehearse } from './rehearse.ts';
export { reverseAuthorizationOperation } from './reverse-authorization.ts';
