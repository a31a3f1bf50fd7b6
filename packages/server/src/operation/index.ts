export { cleanTexts } from './clean-texts.ts';
export { createWarningLedger, type WarningLedger } from './contract-warnings.ts';
export {
  type BodyReader,
  type EnvelopeContext,
  type EnvelopeImplementation,
  type Implementations,
  implementEnvelope,
  implementNotification,
  implementRest,
  implementRestInTwoSteps,
  implementRestWithReader,
  type NotificationImplementation,
  type NotificationSender,
  type OperationContext,
  type RestAnswer,
  type RestError,
  type RestImplementation,
} from './define-operation.ts';
export { listContractWarningsOperation } from './list-contract-warnings.ts';
export { deleteClaimsBefore } from './message-claim-store.ts';
export { AbandonedBody, readBody } from './read-body.ts';
export {
  type Asking,
  examineEnvelope,
  type RunnerDeps,
  runEnvelope,
  runNotification,
  runRest,
} from './run-operation.ts';
export { runWork, type Work, type WorkContext, type WorkDeps } from './run-work.ts';
