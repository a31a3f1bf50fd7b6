export {
  AcquirerConfiguration,
  findAcquirerProblems,
  SCREENING_ATTEMPTS,
  SCREENING_TIMEOUT_MS,
} from './acquirers/acquirer-configuration.ts';
export { type Acquirer, type AcquirerDirectory, openAcquirerDirectory } from './acquirers/acquirer-directory.ts';
export { findAcquirerName, readAcquirerModes } from './acquirers/acquirer-store.ts';
export { applyAcquirer } from './acquirers/apply-acquirer.ts';
export { screeningTokenContext } from './acquirers/screening-token.ts';
export { amendmentQueue } from './amendments/amendment-queue.ts';
export { createDenyLists } from './deny-list/deny-lists.ts';
export { merchantOperations } from './merchant-operations.ts';
export { createOnboardingLanes } from './onboarding/onboarding-lanes.ts';
export { MERCHANT_STATUS } from './records/move-merchants.ts';
export { autoApprove } from './review/auto-approve.ts';
export { readPendingApplications } from './review/pending-applications.ts';
export { boardingQueue } from './screening/boarding-queue.ts';
export { createScreening } from './screening/screening.ts';
