export {
  AcquirerConfiguration,
  applyAcquirer,
  findAcquirerProblems,
  screeningTokenContext,
} from './acquirer-configuration.ts';
export { readAcquirerModes } from './acquirer-store.ts';
export { type Acquirer, type AcquirerDirectory, openAcquirerDirectory } from './acquirers.ts';
export { approveApplicationOperation } from './approve-application.ts';
export { confirmKycOperation } from './confirm-kyc.ts';
export { listApplicationsOperation } from './list-applications.ts';
export { listMerchantsOperation } from './list-merchants.ts';
export { listVersionsOperation } from './list-versions.ts';
export { loadDenyListOperation } from './load-deny-list.ts';
export { MERCHANT_STATUS } from './move-merchants.ts';
export { type OnboardDeps, onboardMerchantsOperation } from './onboard-merchants.ts';
export { createOnboardingReader } from './onboarding-reader.ts';
export { createPreparingThread, type PreparingThread } from './preparing-thread.ts';
export { readApplicationOperation } from './read-application.ts';
export { readDenyListOperation } from './read-deny-list.ts';
export { readMerchantOperation } from './read-merchant.ts';
export { readOnboardingOperation } from './read-onboarding.ts';
export { rejectApplicationOperation } from './reject-application.ts';
export { requestInformationOperation } from './request-information.ts';
export { reviewApplicationOperation } from './review-application.ts';
export { screenApplicationOperation } from './screen-application.ts';
export { createScreening } from './screening/screening.ts';
