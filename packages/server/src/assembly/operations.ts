import { createAccountOperation, enquireBalanceOperation, postTransactionOperation } from '../accounts/index.ts';
import {
  backtestAccountOperation,
  completeAuthorizationOperation,
  previewAuthorizationOperation,
  readAuthorizationOperation,
  reverseAuthorizationOperation,
} from '../authorization/index.ts';
import type { BankDirectory } from '../banks/index.ts';
import { getSettingsOperation, updateSettingsOperation } from '../card-settings/index.ts';
import { changeStatusOperation, createCardOperation, enquireCardOperation } from '../cards/index.ts';
import { type CreateClientSettings, createClientOperation } from '../clients/index.ts';
import { queuePlastic } from '../embossing/index.ts';
import {
  changeProgramOperation,
  listProgramsByNumberOperation,
  listProgramsOperation,
  readProgramOperation,
} from '../insurance/index.ts';
import {
  type AcquirerDirectory,
  approveApplicationOperation,
  confirmKycOperation,
  createOnboardingBodyReader,
  listApplicationsOperation,
  listMerchantsOperation,
  listVersionsOperation,
  loadDenyListOperation,
  type OnboardingThread,
  onboardMerchantsOperation,
  readApplicationOperation,
  readDenyListOperation,
  readMerchantOperation,
  readOnboardingStatusOperation,
  rejectApplicationOperation,
  requestInformationOperation,
  reviewApplicationOperation,
  screenApplicationOperation,
} from '../merchants/index.ts';
import {
  type EnvelopeImplementation,
  listContractWarningsOperation,
  type RestImplementation,
  type WarningLedger,
} from '../operation/index.ts';
import {
  changeEndpointOperation,
  type Enqueue,
  type EnqueueAll,
  listAttemptsOperation,
  listEndpointsOperation,
  listMessagesOperation,
  type Reach,
  readEndpointOperation,
  registerEndpointOperation,
  replayMessagesOperation,
  rotateSecretOperation,
  type TestDeps,
  testEndpointOperation,
} from '../outbox/index.ts';
import { listNotificationsOperation } from '../receiver/index.ts';
import { enquireRestrictionsOperation, setRestrictionOperation } from '../restrictions/index.ts';
import {
  activateTokenOperation,
  deactivateTokenOperation,
  deleteTokenOperation,
  deleteTokensOfCard,
  issueActivationCodeOperation,
  listTokensOperation,
  provisionTokenOperation,
  readTokenOperation,
  resumeTokenOperation,
  suspendTokenOperation,
} from '../tokens/index.ts';
import type { Vault } from '../vault/index.ts';

interface Deps {
  readonly banks: BankDirectory;
  readonly acquirers: AcquirerDirectory;
  readonly vault: Vault;
  readonly warnings: WarningLedger;
  readonly settings: CreateClientSettings;
  readonly enqueue: Enqueue;
  readonly enqueueAll: EnqueueAll;
  readonly onboardingThread: OnboardingThread;
  readonly webhooks: Omit<TestDeps, 'vault'> & { reach: Reach };
}

/** The map of the interface: what each operation of the contract does. A test holds it against the contract's list. */
export function implementOperations(deps: Deps): { envelope: EnvelopeImplementation[]; rest: RestImplementation[] } {
  return {
    envelope: envelopeOperations(deps),
    rest: [
      ...cardOperations(deps),
      ...notificationOperations(deps),
      ...merchantOperations(deps),
      listContractWarningsOperation(deps.warnings),
    ],
  };
}

function envelopeOperations({ banks, vault, settings, enqueue }: Deps): EnvelopeImplementation[] {
  return [
    createClientOperation(settings),
    createAccountOperation(banks),
    postTransactionOperation,
    enquireBalanceOperation,
    createCardOperation(banks, vault, queuePlastic),
    enquireCardOperation(vault),
    changeStatusOperation({
      banks,
      vault,
      onCardEnd: deleteTokensOfCard(enqueue),
      onNewPlastic: queuePlastic,
    }),
    updateSettingsOperation(banks, vault),
    getSettingsOperation(banks, vault),
    setRestrictionOperation(vault),
    enquireRestrictionsOperation(vault),
  ];
}

function cardOperations({ banks, vault, enqueue }: Deps): RestImplementation[] {
  return [
    listProgramsOperation(vault),
    readProgramOperation(vault),
    listProgramsByNumberOperation(vault),
    changeProgramOperation(vault),
    readAuthorizationOperation(banks),
    reverseAuthorizationOperation(banks, vault),
    completeAuthorizationOperation(banks, vault),
    previewAuthorizationOperation(banks, vault),
    backtestAccountOperation(banks),
    provisionTokenOperation({ banks, vault, enqueue }),
    listTokensOperation(banks, vault),
    readTokenOperation(banks),
    issueActivationCodeOperation({ banks, vault, enqueue }),
    activateTokenOperation({ banks, vault, enqueue }),
    suspendTokenOperation({ banks, enqueue }),
    resumeTokenOperation({ banks, enqueue }),
    deactivateTokenOperation({ banks, enqueue }),
    deleteTokenOperation({ banks, enqueue }),
  ];
}

function notificationOperations({ vault, webhooks }: Deps): RestImplementation[] {
  return [
    registerEndpointOperation(vault, webhooks.reach),
    listEndpointsOperation,
    readEndpointOperation,
    changeEndpointOperation(vault, webhooks.reach),
    rotateSecretOperation(vault),
    testEndpointOperation({ ...webhooks, vault }),
    listAttemptsOperation(vault),
    listMessagesOperation,
    replayMessagesOperation,
    listNotificationsOperation(vault),
  ];
}

function merchantOperations({ banks, acquirers, vault, enqueueAll, onboardingThread }: Deps): RestImplementation[] {
  const { contentHash } = vault;
  const rulesOf = onboardingRulesOf(acquirers, banks);
  return [
    onboardMerchantsOperation(
      { contentHash, enqueueAll, rulesOf },
      createOnboardingBodyReader(onboardingThread, rulesOf),
    ),
    readOnboardingStatusOperation,
    listMerchantsOperation,
    readMerchantOperation,
    listVersionsOperation,
    listApplicationsOperation,
    readApplicationOperation,
    reviewApplicationOperation({ enqueueAll }),
    confirmKycOperation({ enqueueAll }),
    requestInformationOperation({ enqueueAll }),
    rejectApplicationOperation({ enqueueAll }),
    screenApplicationOperation({ enqueueAll }),
    approveApplicationOperation({ enqueueAll }),
    loadDenyListOperation,
    readDenyListOperation,
  ];
}

/** An acquirer's catalogues, and the card numbers that no merchant's record may hold. */
function onboardingRulesOf(acquirers: AcquirerDirectory, banks: BankDirectory) {
  return (acquirerId: string) => {
    const rules = acquirers.onboardingRules(acquirerId);
    return rules && { ...rules, ownNumberRanges: banks.numberRanges() };
  };
}
