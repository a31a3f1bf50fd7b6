import type { Implementations } from '../../platform/operation/index.ts';
import type { Enqueue } from '../../platform/outbox/index.ts';
import type { Vault } from '../../platform/vault/index.ts';
import type { BankDirectory } from '../banks/index.ts';
import { createListCache } from '../merchant-lists/index.ts';
import { createRuleCache } from '../rules/index.ts';
import { activateTokenOperation } from './activation/activate-token.ts';
import { issueActivationCodeOperation } from './activation/issue-activation-code.ts';
import { readControlsOperation } from './controls/read-controls.ts';
import { setControlsOperation } from './controls/set-controls.ts';
import { deactivateTokenOperation } from './deactivate-token.ts';
import { deleteTokenOperation } from './delete-token.ts';
import { listTokensOperation } from './list-tokens.ts';
import { provisionTokenOperation } from './provision-token.ts';
import { listProvisioningsOperation } from './provisioning/list-provisionings.ts';
import type { ProvisioningPartners } from './provisioning/partner-exchange.ts';
import { previewProvisioningOperation } from './provisioning/preview-provisioning.ts';
import { readProvisioningOperation } from './provisioning/read-provisioning.ts';
import { readProvisioningStatisticsOperation } from './provisioning/read-provisioning-statistics.ts';
import { requestProvisioningOperation } from './provisioning/request-provisioning.ts';
import { readTokenOperation } from './read-token.ts';
import { resumeTokenOperation } from './resume-token.ts';
import { suspendTokenOperation } from './suspend-token.ts';

interface Deps {
  readonly banks: BankDirectory;
  readonly vault: Vault;
  readonly enqueue: Enqueue;
  /** Calls the banks' own systems about requests for tokens. */
  readonly partners: ProvisioningPartners;
}

export function tokenOperations(deps: Deps): Implementations {
  const { banks, vault } = deps;
  const ofProvisioning = { ...deps, cache: { ownRules: createRuleCache(), lists: createListCache() } };
  return {
    rest: [
      provisionTokenOperation(deps),
      listTokensOperation(banks, vault),
      readTokenOperation(banks),
      issueActivationCodeOperation(deps),
      activateTokenOperation(deps),
      suspendTokenOperation(deps),
      resumeTokenOperation(deps),
      deactivateTokenOperation(deps),
      deleteTokenOperation(deps),
      setControlsOperation(banks),
      readControlsOperation(banks),
      requestProvisioningOperation(ofProvisioning),
      previewProvisioningOperation(ofProvisioning),
      listProvisioningsOperation(banks),
      readProvisioningOperation(banks),
      readProvisioningStatisticsOperation(banks),
    ],
  };
}
