export { changeEventType, isChangeEvent } from './change-event-names.ts';
export { type ChangeDetails, type ChangePublisher, NO_SUBSCRIPTIONS, type ReportedChange } from './change-events.ts';
export { withReason } from './change-gate.ts';
export { cleanTexts } from './clean-texts.ts';
export { createWarningLedger, type WarningLedger } from './contract-warnings.ts';
export {
  type BodyReader,
  type CallingContext,
  type EnvelopeContext,
  type EnvelopeImplementation,
  type Implementations,
  implementEnvelope,
  implementNotification,
  implementRest,
  implementRestInTwoSteps,
  implementRestWithCall,
  implementRestWithReader,
  type NotificationImplementation,
  type NotificationSender,
  type OperationContext,
  PendingCall,
  type RestAnswer,
  type RestError,
  type RestImplementation,
  type SecondPersonChange,
} from './define-operation.ts';
export { deleteOldRequests } from './delete-requests.ts';
export { listAuditOperation } from './list-audit.ts';
export { listContractWarningsOperation } from './list-contract-warnings.ts';
export { readAuditProofOperation } from './read-audit-proof.ts';
export { IncompleteBody, readBody } from './read-body.ts';
export { createRepeatedReads } from './repeated-reads.ts';
export { keyedAnswerContext } from './repeated-request.ts';
export type { ChangeGate, DecisionComparison, PromiseGuard, RequestedChange } from './requested-change.ts';
export { examineEnvelope, runEnvelope } from './run-operation.ts';
export { examineRest, runNotification, runRest } from './run-rest.ts';
export { runWork, type Work, type WorkContext, type WorkDeps } from './run-work.ts';
export type { CallContext, RunnerDeps } from './runner-context.ts';
