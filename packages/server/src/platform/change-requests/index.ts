export { type ChangeRequestDeps, type CompareChange, changeRequestContext } from './change-request-deps.ts';
export { changeRequestOperations } from './change-request-operations.ts';
export {
  type AnalysisResult,
  type ChangeRequestRow,
  DECISION_KINDS,
  findBanksToAnalyze,
  RULE_CHECK_CHANNEL,
  readEmergencyChanges,
  readToAnalyze,
  storeAnalysis,
  storeConfirmation,
} from './change-request-store.ts';
export { createChangeGate } from './file-change-request.ts';
export { readPendingApprovals } from './pending-approvals.ts';
export { type RehearseChange, rehearsalOfChanges } from './rehearse-request.ts';
