// Written by scripts/documents/write-docs.mjs from the files of this folder. Only the order in the list is chosen by hand.
import { activateToken } from './activate-token.ts';
import { deactivateToken } from './deactivate-token.ts';
import { deleteToken } from './delete-token.ts';
import { issueActivationCode } from './issue-activation-code.ts';
import { listProvisionings } from './list-provisionings.ts';
import { listTokens } from './list-tokens.ts';
import { previewProvisioning } from './preview-provisioning.ts';
import { provisionToken } from './provision-token.ts';
import { readControls } from './read-controls.ts';
import { readProvisioning } from './read-provisioning.ts';
import { readProvisioningStatistics } from './read-provisioning-statistics.ts';
import { readToken } from './read-token.ts';
import { requestProvisioning } from './request-provisioning.ts';
import { resumeToken } from './resume-token.ts';
import { setControls } from './set-controls.ts';
import { suspendToken } from './suspend-token.ts';

export * from './activate-token.ts';
export * from './deactivate-token.ts';
export * from './delete-token.ts';
export * from './issue-activation-code.ts';
export * from './list-provisionings.ts';
export * from './list-tokens.ts';
export * from './preview-provisioning.ts';
export * from './provision-token.ts';
export * from './read-controls.ts';
export * from './read-provisioning.ts';
export * from './read-provisioning-statistics.ts';
export * from './read-token.ts';
export * from './request-provisioning.ts';
export * from './resume-token.ts';
export * from './set-controls.ts';
export * from './suspend-token.ts';

export const TOKENS_OPERATIONS = [
  provisionToken,
  listTokens,
  readToken,
  issueActivationCode,
  activateToken,
  suspendToken,
  resumeToken,
  deactivateToken,
  deleteToken,
  requestProvisioning,
  previewProvisioning,
  listProvisionings,
  readProvisioning,
  readControls,
  setControls,
  readProvisioningStatistics,
] as const;
