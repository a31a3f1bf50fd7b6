export { type ChangeRequestDeps, changeRequestContext } from './change-request-deps.ts';
export { changeRequestOperations } from './change-request-operations.ts';
export { createChangeGate } from './file-change-request.ts';
export { readPendingApprovals } from './pending-approvals.ts';
