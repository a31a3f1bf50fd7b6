import { accountOperations } from '../accounts/index.ts';
import { authorizationOperations, createStateAt } from '../authorization/index.ts';
import { backtestOperations, runsOfRules } from '../backtests/index.ts';
import { cardSettingsOperations } from '../card-settings/index.ts';
import { cardOperations } from '../cards/index.ts';
import { clientOperations } from '../clients/index.ts';
import { embossingOperations, queuePlastic } from '../embossing/index.ts';
import { insuranceOperations } from '../insurance/index.ts';
import { limitOperations } from '../limits/index.ts';
import { merchantListOperations } from '../merchant-lists/index.ts';
import { merchantOperations } from '../merchants/index.ts';
import {
  listAuditOperation,
  listContractWarningsOperation,
  readAuditProofOperation,
  type WarningLedger,
} from '../operation/index.ts';
import { webhookOperations } from '../outbox/index.ts';
import { peopleOperations, readNames } from '../people/index.ts';
import { programOperations } from '../programs/index.ts';
import { receiverOperations } from '../receiver/index.ts';
import { restrictionOperations } from '../restrictions/index.ts';
import { ruleOperations } from '../rules/index.ts';
import { deleteTokensOfCard, tokenOperations } from '../tokens/index.ts';

/** What each capability asks for, but for what one of them hands to another. */
type Deps = Parameters<typeof clientOperations>[0] &
  Parameters<typeof authorizationOperations>[0] &
  Parameters<typeof tokenOperations>[0] &
  Parameters<typeof webhookOperations>[0] &
  Parameters<typeof peopleOperations>[0] &
  Omit<Parameters<typeof merchantOperations>[0], 'ownNumberRanges' | 'readNames'> & {
    readonly warnings: WarningLedger;
  };

/** What each operation of the contract does, capability by capability. A test holds it against the contract's list. */
export function implementOperations(deps: Deps) {
  const { banks, enqueue, warnings } = deps;
  const parts = [
    clientOperations(deps),
    accountOperations({ banks, stateAt: createStateAt(banks) }),
    cardOperations({ ...deps, onNewPlastic: queuePlastic, onCardEnd: deleteTokensOfCard(enqueue) }),
    cardSettingsOperations(deps),
    restrictionOperations(deps),
    limitOperations(deps),
    programOperations(deps),
    insuranceOperations(deps),
    authorizationOperations(deps),
    backtestOperations(deps),
    ruleOperations({ banks, runs: runsOfRules, enqueue }),
    merchantListOperations(deps),
    embossingOperations(deps),
    tokenOperations(deps),
    webhookOperations(deps),
    receiverOperations(deps),
    merchantOperations({ ...deps, ownNumberRanges: banks.numberRanges, readNames }),
    peopleOperations(deps),
    { rest: [listContractWarningsOperation(warnings), listAuditOperation, readAuditProofOperation(deps.vault)] },
  ];
  return {
    envelope: parts.flatMap(({ envelope = [] }) => envelope),
    rest: parts.flatMap(({ rest = [] }) => rest),
  };
}
