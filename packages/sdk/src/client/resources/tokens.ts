// Written by scripts/documents/write-docs.mjs from the operations of the contract. Do not edit it.
import {
  activateToken,
  deactivateToken,
  deleteToken,
  issueActivationCode,
  listProvisionings,
  listTokens,
  previewProvisioning,
  provisionToken,
  readControls,
  readProvisioning,
  readProvisioningStatistics,
  readToken,
  requestProvisioning,
  resumeToken,
  setControls,
  suspendToken,
} from '@cardwright/contract';
import type { CallMethod, MethodFactory, PagedMethod } from '../call-method.ts';

/** Tokens of cards in wallets. */
export interface TokenCalls {
  /** Provision a token. */
  readonly provision: CallMethod<typeof provisionToken>;
  /** List tokens. */
  readonly list: PagedMethod<typeof listTokens, 'tokens'>;
  /** Get a token. */
  readonly retrieve: CallMethod<typeof readToken, ['token_reference']>;
  /** Issue an activation code. */
  readonly issueActivationCode: CallMethod<typeof issueActivationCode, ['token_reference']>;
  /** Activate a token. */
  readonly activate: CallMethod<typeof activateToken, ['token_reference']>;
  /** Suspend a token. */
  readonly suspend: CallMethod<typeof suspendToken, ['token_reference']>;
  /** Resume a token. */
  readonly resume: CallMethod<typeof resumeToken, ['token_reference']>;
  /** Deactivate a token. */
  readonly deactivate: CallMethod<typeof deactivateToken, ['token_reference']>;
  /** Delete a token. */
  readonly delete: CallMethod<typeof deleteToken, ['token_reference']>;
  /** Request a token. */
  readonly requestProvisioning: CallMethod<typeof requestProvisioning>;
  /** Preview a provisioning decision. */
  readonly previewProvisioning: CallMethod<typeof previewProvisioning>;
  /** List provisioning decisions. */
  readonly listProvisionings: PagedMethod<typeof listProvisionings, 'items'>;
  /** Get a provisioning decision. */
  readonly retrieveProvisioning: CallMethod<typeof readProvisioning, ['decision_id']>;
  /** Get the controls of a token. */
  readonly controls: CallMethod<typeof readControls, ['token_reference']>;
  /** Set the controls of a token. */
  readonly setControls: CallMethod<typeof setControls, ['token_reference']>;
  /** Get provisioning statistics. */
  readonly provisioningStatistics: CallMethod<typeof readProvisioningStatistics>;
}

export function makeTokens({ one, paged }: MethodFactory): TokenCalls {
  return {
    provision: one(provisionToken),
    list: paged(listTokens, 'tokens'),
    retrieve: one(readToken, 'token_reference'),
    issueActivationCode: one(issueActivationCode, 'token_reference'),
    activate: one(activateToken, 'token_reference'),
    suspend: one(suspendToken, 'token_reference'),
    resume: one(resumeToken, 'token_reference'),
    deactivate: one(deactivateToken, 'token_reference'),
    delete: one(deleteToken, 'token_reference'),
    requestProvisioning: one(requestProvisioning),
    previewProvisioning: one(previewProvisioning),
    listProvisionings: paged(listProvisionings, 'items'),
    retrieveProvisioning: one(readProvisioning, 'decision_id'),
    controls: one(readControls, 'token_reference'),
    setControls: one(setControls, 'token_reference'),
    provisioningStatistics: one(readProvisioningStatistics),
  };
}
