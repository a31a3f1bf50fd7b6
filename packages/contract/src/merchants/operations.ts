// Written by scripts/documents/write-docs.mjs from the files of this folder. Only the order in the list is chosen by hand.
import { deleteDraft } from './drafts/delete-draft.ts';
import { listDrafts } from './drafts/list-drafts.ts';
import { readDraft } from './drafts/read-draft.ts';
import { saveDraft } from './drafts/save-draft.ts';
import { listMerchants } from './list-merchants.ts';
import { listVersions } from './list-versions.ts';
import { loadDenyList } from './load-deny-list.ts';
import { onboardMerchants } from './onboard-merchants.ts';
import { readDenyList } from './read-deny-list.ts';
import { readMerchant } from './read-merchant.ts';
import { readOnboardingStatus } from './read-onboarding-status.ts';
import { approveApplication } from './review/approve-application.ts';
import { clearHit } from './review/clear-hit.ts';
import { confirmHit } from './review/confirm-hit.ts';
import { confirmKyc } from './review/confirm-kyc.ts';
import { listApplications } from './review/list-applications.ts';
import { readApplication } from './review/read-application.ts';
import { rejectApplication } from './review/reject-application.ts';
import { requestInformation } from './review/request-information.ts';
import { reviewApplication } from './review/review-application.ts';
import { screenApplication } from './review/screen-application.ts';
import { readOnboardingRules } from './rules/read-onboarding-rules.ts';
import { replaceOnboardingRules } from './rules/replace-onboarding-rules.ts';

export * from './drafts/delete-draft.ts';
export * from './drafts/list-drafts.ts';
export * from './drafts/read-draft.ts';
export * from './drafts/save-draft.ts';
export * from './list-merchants.ts';
export * from './list-versions.ts';
export * from './load-deny-list.ts';
export * from './onboard-merchants.ts';
export * from './read-deny-list.ts';
export * from './read-merchant.ts';
export * from './read-onboarding-status.ts';
export * from './review/approve-application.ts';
export * from './review/clear-hit.ts';
export * from './review/confirm-hit.ts';
export * from './review/confirm-kyc.ts';
export * from './review/list-applications.ts';
export * from './review/read-application.ts';
export * from './review/reject-application.ts';
export * from './review/request-information.ts';
export * from './review/review-application.ts';
export * from './review/screen-application.ts';
export * from './rules/read-onboarding-rules.ts';
export * from './rules/replace-onboarding-rules.ts';

export const MERCHANTS_OPERATIONS = [
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
  deleteDraft,
  listDrafts,
  readDraft,
  saveDraft,
  readOnboardingRules,
  replaceOnboardingRules,
] as const;
