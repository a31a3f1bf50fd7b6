export type { ChangeAnalysis } from './change-analysis.ts';
export {
  BREAK_GLASS_MINUTES,
  CHANGE_REQUEST_DAYS,
  type ChangeRequest,
  MAX_PENDING_CHANGES,
} from './change-request.ts';
export * from './change-request-events.ts';
export {
  ACQUIRER_CHANGE_KINDS,
  BANK_CHANGE_KINDS,
  CHANGE_KINDS,
  CHANGE_STATES,
  type ChangeKind,
  type ChangeState,
} from './change-values.ts';
export * from './operations.ts';
