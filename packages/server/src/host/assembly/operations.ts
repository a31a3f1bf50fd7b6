import { merchantOperations } from '../../acquiring/index.ts';
import { accountOperations, allowPayment, checkPayment } from '../../issuing/accounts/index.ts';
import { authorizationOperations, createDecisionReader, createStateAt } from '../../issuing/authorization/index.ts';
import { backtestOperations, runsOfRules } from '../../issuing/backtests/index.ts';
import { configurationOperations } from '../../issuing/bank-configuration/index.ts';
import { cardSettingsOperations } from '../../issuing/card-settings/index.ts';
import { cardOperations, type OnReissue } from '../../issuing/cards/index.ts';
import { clientOperations } from '../../issuing/clients/index.ts';
import { embossingOperations, queuePlastic } from '../../issuing/embossing/index.ts';
import { insuranceOperations } from '../../issuing/insurance/index.ts';
import { limitOperations, moveLimitsOfCard } from '../../issuing/limits/index.ts';
import { merchantListOperations } from '../../issuing/merchant-lists/index.ts';
import { programOperations } from '../../issuing/programs/index.ts';
import { copyRestrictions, restrictionOperations } from '../../issuing/restrictions/index.ts';
import {
  comparisonOfChanges,
  createPromiseGuard,
  createRuleAnalyzer,
  readListUse,
  ruleOperations,
} from '../../issuing/rules/index.ts';
import { followCardStatus, tokenOperations } from '../../issuing/tokens/index.ts';
import { readNames } from '../../platform/access/index.ts';
import { type ChangeRequestDeps, changeRequestOperations } from '../../platform/change-requests/index.ts';
import { exportOperations } from '../../platform/exports/index.ts';
import {
  type Implementations,
  listAuditOperation,
  listContractWarningsOperation,
  readAuditProofOperation,
  type WarningLedger,
} from '../../platform/operation/index.ts';
import { webhookOperations } from '../../platform/outbox/index.ts';
import { peopleOperations } from '../../platform/people/index.ts';
import { receiverOperations } from '../../platform/receiver/index.ts';
import { taskOperations } from '../../platform/tasks/index.ts';
import { kindsOfCaller } from './second-person-kinds.ts';
import { inboxSources, readTaskPeople } from './task-sources.ts';

/** The dependencies of all capabilities, except those that one capability provides to another. */
type Deps = Parameters<typeof clientOperations>[0] &
  Parameters<typeof authorizationOperations>[0] &
  Parameters<typeof tokenOperations>[0] &
  Parameters<typeof webhookOperations>[0] &
  Parameters<typeof peopleOperations>[0] &
  Pick<ChangeRequestDeps, 'holderScopes'> & {
    readonly settings: Parameters<typeof kindsOfCaller>[0];
  } & Omit<Parameters<typeof merchantOperations>[0], 'cardNumberRanges' | 'readNames' | 'kindsForSecondPerson'> & {
    readonly warnings: WarningLedger;
  };

/** Returns the implementation of each operation, by capability. A test compares them with the contract's list. */
export function implementOperations(deps: Deps) {
  const { banks, enqueue, warnings } = deps;
  const decisions = createDecisionReader(banks);
  const analyzer = createRuleAnalyzer(decisions.worker);
  const kindsForSecondPerson = kindsOfCaller(deps.settings, banks, deps.acquirers);
  const operation: ChangeRequestDeps['operation'] = (id) =>
    parts.flatMap(({ rest = [] }) => rest).find(({ contract }) => contract.id === id);
  const parts: Implementations[] = [
    clientOperations(deps),
    accountOperations({ banks, stateAt: createStateAt(banks) }),
    cardOperations({ ...deps, onNewPlastic: queuePlastic, onStatusChange: followCardStatus(enqueue), onReissue }),
    cardSettingsOperations(deps),
    restrictionOperations(deps),
    limitOperations(deps),
    programOperations(deps),
    insuranceOperations(deps),
    authorizationOperations(deps),
    backtestOperations(deps),
    ruleOperations({ banks, runs: runsOfRules, enqueue, analyzer, decisions }),
    merchantListOperations({ banks, readListUse }),
    embossingOperations(deps),
    tokenOperations(deps),
    webhookOperations(deps),
    receiverOperations(deps),
    merchantOperations({ ...deps, kindsForSecondPerson, cardNumberRanges: banks.numberRanges, readNames }),
    peopleOperations(deps),
    changeRequestOperations({
      ...{ ...deps, operation, isPerson },
      compareChange: comparisonOfChanges(banks, decisions),
    }),
    configurationOperations({
      banks,
      analyzer,
      decisions,
      operation,
      kindsForSecondPerson,
    }),
    exportOperations({ vault: deps.vault, operation, calendarOf: (log) => banks.bank(log)?.calendar }),
    taskOperations({
      sources: inboxSources(banks, deps.acquirers),
      people: readTaskPeople,
      checkPayment: checkPayment(banks),
      allowPayment: allowPayment(banks),
    }),
    { rest: [listContractWarningsOperation(warnings), listAuditOperation, readAuditProofOperation(deps.vault)] },
  ];
  return {
    envelope: parts.flatMap(({ envelope = [] }) => envelope),
    rest: parts.flatMap(({ rest = [] }) => rest),
    /** Checks changes by one person against promises. */
    promises: createPromiseGuard({ banks, decisions, analyzer }),
  };
}

const isPerson: ChangeRequestDeps['isPerson'] = async (tx, bankId, subject) =>
  (await readNames(tx, bankId, [subject])).length > 0;

const onReissue: OnReissue = async (context, from, to) => {
  await copyRestrictions(context, from, to);
  await moveLimitsOfCard(context, from, to);
};
