import { listContractWarnings } from './access/list-contract-warnings.ts';
import { createAccount } from './accounts/create-account.ts';
import { enquireBalance } from './accounts/enquire-balance.ts';
import { postTransaction } from './accounts/post-transaction.ts';
import { authorizeEcommerce } from './authorization/authorize-ecommerce.ts';
import { backtestAccount } from './authorization/backtest-account.ts';
import { completeAuthorization } from './authorization/complete-authorization.ts';
import { previewAuthorization } from './authorization/preview-authorization.ts';
import { readAuthorization } from './authorization/read-authorization.ts';
import { reverseAuthorization } from './authorization/reverse-authorization.ts';
import { getSettings } from './card-settings/get-settings.ts';
import { updateSettings } from './card-settings/update-settings.ts';
import { changeStatus } from './cards/change-status.ts';
import { createCard } from './cards/create-card.ts';
import { enquireCard } from './cards/enquire-card.ts';
import { createClient } from './clients/create-client.ts';
import { changeProgram } from './insurance/change-program.ts';
import { listPrograms } from './insurance/list-programs.ts';
import { listProgramsByNumber } from './insurance/list-programs-by-number.ts';
import { readProgram } from './insurance/read-program.ts';
import { approveApplication } from './merchants/approve-application.ts';
import { confirmKyc } from './merchants/confirm-kyc.ts';
import { listApplications } from './merchants/list-applications.ts';
import { listMerchants } from './merchants/list-merchants.ts';
import { listVersions } from './merchants/list-versions.ts';
import { loadDenyList } from './merchants/load-deny-list.ts';
import { onboardMerchants } from './merchants/onboard-merchants.ts';
import { readApplication } from './merchants/read-application.ts';
import { readDenyList } from './merchants/read-deny-list.ts';
import { readMerchant } from './merchants/read-merchant.ts';
import { readOnboardingStatus } from './merchants/read-onboarding-status.ts';
import { rejectApplication } from './merchants/reject-application.ts';
import { requestInformation } from './merchants/request-information.ts';
import { reviewApplication } from './merchants/review-application.ts';
import { screenApplication } from './merchants/screen-application.ts';
import { listNotifications } from './receiver/list-notifications.ts';
import { receiveTokenNotification } from './receiver/receive-token-notification.ts';
import { enquireRestrictions } from './restrictions/enquire-restrictions.ts';
import { setRestriction } from './restrictions/set-restriction.ts';
import { activateToken } from './tokens/activate-token.ts';
import { deactivateToken } from './tokens/deactivate-token.ts';
import { deleteToken } from './tokens/delete-token.ts';
import { issueActivationCode } from './tokens/issue-activation-code.ts';
import { listTokens } from './tokens/list-tokens.ts';
import { provisionToken } from './tokens/provision-token.ts';
import { readToken } from './tokens/read-token.ts';
import { resumeToken } from './tokens/resume-token.ts';
import { suspendToken } from './tokens/suspend-token.ts';
import { changeEndpoint } from './webhooks/change-endpoint.ts';
import { listAttempts } from './webhooks/list-attempts.ts';
import { listEndpoints } from './webhooks/list-endpoints.ts';
import { listMessages } from './webhooks/list-messages.ts';
import { readEndpoint } from './webhooks/read-endpoint.ts';
import { registerEndpoint } from './webhooks/register-endpoint.ts';
import { replayMessages } from './webhooks/replay-messages.ts';
import { rotateSecret } from './webhooks/rotate-secret.ts';
import { testEndpoint } from './webhooks/test-endpoint.ts';

/** The interface, operation by operation: an operation that is not listed here does not exist. */
export const OPERATIONS = [
  createClient,
  createAccount,
  postTransaction,
  enquireBalance,
  createCard,
  enquireCard,
  changeStatus,
  updateSettings,
  getSettings,
  setRestriction,
  enquireRestrictions,
  listPrograms,
  readProgram,
  listProgramsByNumber,
  changeProgram,
  authorizeEcommerce,
  previewAuthorization,
  readAuthorization,
  reverseAuthorization,
  completeAuthorization,
  backtestAccount,
  provisionToken,
  listTokens,
  readToken,
  issueActivationCode,
  activateToken,
  suspendToken,
  resumeToken,
  deactivateToken,
  deleteToken,
  receiveTokenNotification,
  listNotifications,
  registerEndpoint,
  listEndpoints,
  readEndpoint,
  changeEndpoint,
  rotateSecret,
  testEndpoint,
  listAttempts,
  listMessages,
  replayMessages,
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
  approveApplication,
  loadDenyList,
  readDenyList,
  listContractWarnings,
] as const;
