export {
  AcquirerConfiguration,
  applyAcquirer,
  findAcquirerProblems,
  screeningTokenContext,
} from './acquirers/acquirer-configuration.ts';
export { type Acquirer, type AcquirerDirectory, openAcquirerDirectory } from './acquirers/acquirer-directory.ts';
export { readAcquirerModes } from './acquirers/acquirer-store.ts';
export { loadDenyListOperation } from './deny-list/load-deny-list.ts';
export { readDenyListOperation } from './deny-list/read-deny-list.ts';
export { type OnboardDeps, onboardMerchantsOperation } from './onboarding/onboard-merchants.ts';
export { createOnboardingBodyReader } from './onboarding/onboarding-body.ts';
export { createOnboardingThread, type OnboardingThread } from './onboarding/onboarding-thread.ts';
export { readOnboardingStatusOperation } from './onboarding/read-onboarding-status.ts';
export { listMerchantsOperation } from './records/list-merchants.ts';
export { listVersionsOperation } from './records/list-versions.ts';
export { MERCHANT_STATUS } from './records/move-merchants.ts';
export { readMerchantOperation } from './records/read-merchant.ts';
export { approveApplicationOperation } from './review/approve-application.ts';
export { confirmKycOperation } from './review/confirm-kyc.ts';
export { listApplicationsOperation } from './review/list-applications.ts';
export { readApplicationOperation } from './review/read-application.ts';
export { rejectApplicationOperation } from './review/reject-application.ts';
export { requestInformationOperation } from './review/request-information.ts';
export { reviewApplicationOperation } from './review/review-application.ts';
export { screenApplicationOperation } from './review/screen-application.ts';
export { createScreening } from './screening/screening.ts';
