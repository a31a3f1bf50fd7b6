import { approveApplication } from './approve-application.ts';
import { clearHit } from './clear-hit.ts';
import { confirmHit } from './confirm-hit.ts';
import { confirmKyc } from './confirm-kyc.ts';
import { listApplications } from './list-applications.ts';
import { listMerchants } from './list-merchants.ts';
import { listVersions } from './list-versions.ts';
import { loadDenyList } from './load-deny-list.ts';
import { onboardMerchants } from './onboard-merchants.ts';
import { readApplication } from './read-application.ts';
import { readDenyList } from './read-deny-list.ts';
import { readMerchant } from './read-merchant.ts';
import { readOnboardingStatus } from './read-onboarding-status.ts';
import { rejectApplication } from './reject-application.ts';
import { requestInformation } from './request-information.ts';
import { reviewApplication } from './review-application.ts';
import { screenApplication } from './screen-application.ts';

export * from './approve-application.ts';
export * from './clear-hit.ts';
export * from './confirm-hit.ts';
export * from './confirm-kyc.ts';
export { explainMissing } from './explain-missing.ts';
export { withNearAction } from './gathered-onboarding.ts';
export * from './list-applications.ts';
export * from './list-merchants.ts';
export * from './list-versions.ts';
export * from './load-deny-list.ts';
export * from './merchant.ts';
export * from './merchant-application.ts';
export { findMissingWebsite } from './merchant-conditions.ts';
export { MerchantConfigurations } from './merchant-configurations.ts';
export * from './merchant-moves.ts';
export { findPathFault } from './merchant-path.ts';
export * from './merchant-record.ts';
export * from './merchant-values.ts';
export * from './onboard-merchants.ts';
export * from './onboarding-answer.ts';
export * from './read-application.ts';
export * from './read-deny-list.ts';
export * from './read-merchant.ts';
export * from './read-onboarding-request.ts';
export * from './read-onboarding-status.ts';
export * from './reject-application.ts';
export * from './request-information.ts';
export * from './review-application.ts';
export { findMissingRefundControl } from './scheme-conditions.ts';
export * from './screen-application.ts';
export * from './screening-hit.ts';
export type * from './sent-onboarding.ts';
export * from './sorted-list.ts';

export const MERCHANT_OPERATIONS = [
  onboardMerchants,
  readOnboardingStatus,
  listMerchants,
  readMerchant,
  listVersions,
  listApplications,
  readApplication,
  reviewApplication,
  confirmKyc,
  requestInformation,
  rejectApplication,
  screenApplication,
  clearHit,
  confirmHit,
  approveApplication,
  loadDenyList,
  readDenyList,
] as const;
