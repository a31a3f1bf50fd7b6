export {
  ACQUIRER_CHANGE_KINDS,
  BANK_CHANGE_KINDS,
  BREAK_GLASS_MINUTES,
  CHANGE_KINDS,
  CHANGE_REQUEST_DAYS,
  CHANGE_STATES,
  type ChangeKind,
  type ChangeRequest,
  type ChangeState,
  MAX_PENDING_CHANGES,
} from './change-request.ts';
export * from './change-request-events.ts';
export * from './operations.ts';
