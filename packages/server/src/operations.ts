import { createAccountOperation, enquireBalanceOperation, postTransactionOperation } from './accounts/index.ts';
import {
  backtestAccountOperation,
  completeAuthorizationOperation,
  previewAuthorizationOperation,
  readAuthorizationOperation,
  reverseAuthorizationOperation,
} from './authorization/index.ts';
import type { BankDirectory } from './banks/index.ts';
import { changeStatusOperation, createCardOperation, enquireCardOperation } from './cards/index.ts';
import { type CreateClientSettings, createClientOperation } from './clients/index.ts';
import {
  changeProgramOperation,
  listProgramsByNumberOperation,
  listProgramsOperation,
  readProgramOperation,
} from './insurance/index.ts';
import {
  type EnvelopeImplementation,
  listContractWarningsOperation,
  type RestImplementation,
  type WarningLedger,
} from './operation/index.ts';
import { enquireRestrictionsOperation, setRestrictionOperation } from './restrictions/index.ts';
import { getSettingsOperation, updateSettingsOperation } from './settings-by-account/index.ts';
import type { Vault } from './vault/index.ts';

/** The map of the interface: what each operation of the contract does. A test holds it against the contract's list. */
export function implementOperations(deps: {
  banks: BankDirectory;
  vault: Vault;
  warnings: WarningLedger;
  settings: CreateClientSettings;
}): { envelope: EnvelopeImplementation[]; rest: RestImplementation[] } {
  const { banks, vault, warnings, settings } = deps;
  return {
    envelope: [
      createClientOperation(settings),
      createAccountOperation(banks),
      postTransactionOperation,
      enquireBalanceOperation,
      createCardOperation(banks, vault),
      enquireCardOperation(vault),
      changeStatusOperation(vault),
      updateSettingsOperation(banks, vault),
      getSettingsOperation(banks, vault),
      setRestrictionOperation(vault),
      enquireRestrictionsOperation(vault),
    ],
    rest: [
      listProgramsOperation(vault),
      readProgramOperation(vault),
      listProgramsByNumberOperation(vault),
      changeProgramOperation(vault),
      readAuthorizationOperation(banks),
      reverseAuthorizationOperation(banks, vault),
      completeAuthorizationOperation(banks, vault),
      previewAuthorizationOperation(banks, vault),
      backtestAccountOperation(banks),
      listContractWarningsOperation(warnings),
    ],
  };
}
