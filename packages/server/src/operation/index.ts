export { createWarningLedger, readWarnings, type WarningLedger } from './contract-warnings.ts';
export {
  type EnvelopeContext,
  type EnvelopeImplementation,
  implementEnvelope,
  implementNotification,
  implementRest,
  implementRestInTwoSteps,
  type NotificationImplementation,
  type NotificationSender,
  type OperationContext,
  type RestImplementation,
} from './define-operation.ts';
export { listContractWarningsOperation } from './list-contract-warnings.ts';
export { deleteClaimsBefore } from './message-claim-store.ts';
export {
  type Asking,
  type EnvelopeAnswer,
  examineEnvelope,
  type RunnerDeps,
  runEnvelope,
  runNotification,
  runRest,
} from './run-operation.ts';
