import type { Implementations } from '../platform/operation/index.ts';
import type { EnqueueAll } from '../platform/outbox/index.ts';
import type { Vault } from '../platform/vault/index.ts';
import type { AcquirerDirectory } from './acquirers/acquirer-directory.ts';
import { createAmendmentHandler } from './amendments/amendment-handler.ts';
import type { DenyLists } from './deny-list/deny-lists.ts';
import { loadDenyListOperation } from './deny-list/load-deny-list.ts';
import { readDenyListOperation } from './deny-list/read-deny-list.ts';
import { deleteDraftOperation } from './drafts/delete-draft.ts';
import { listDraftsOperation } from './drafts/list-drafts.ts';
import { readDraftOperation } from './drafts/read-draft.ts';
import { saveDraftOperation } from './drafts/save-draft.ts';
import { onboardMerchantsOperation } from './onboarding/onboard-merchants.ts';
import { createOnboardingBodyReader } from './onboarding/onboarding-body.ts';
import type { OnboardingLanes } from './onboarding/onboarding-lanes.ts';
import { readOnboardingStatusOperation } from './onboarding/read-onboarding-status.ts';
import { listMerchantsOperation } from './records/list-merchants.ts';
import { listVersionsOperation } from './records/list-versions.ts';
import { readMerchantOperation } from './records/read-merchant.ts';
import type { ReadNames } from './records/read-names.ts';
import { approveApplicationOperation } from './review/approve-application.ts';
import { clearHitOperation } from './review/clear-hit.ts';
import { confirmHitOperation } from './review/confirm-hit.ts';
import { confirmKycOperation } from './review/confirm-kyc.ts';
import { listApplicationsOperation } from './review/list-applications.ts';
import { readApplicationOperation } from './review/read-application.ts';
import { rejectApplicationOperation } from './review/reject-application.ts';
import { requestInformationOperation } from './review/request-information.ts';
import { returnApplicationOperation } from './review/return-application.ts';
import { reviewApplicationOperation } from './review/review-application.ts';
import { screenApplicationOperation } from './review/screen-application.ts';
import { readOnboardingRulesOperation } from './rules/read-onboarding-rules.ts';
import { replaceOnboardingRulesOperation } from './rules/replace-onboarding-rules.ts';
import type { RulesDeps } from './rules/rules-in-force.ts';

interface Deps extends RulesDeps {
  readonly acquirers: AcquirerDirectory;
  readonly vault: Pick<Vault, 'contents'>;
  readonly enqueueAll: EnqueueAll;
  readonly onboardingLanes: OnboardingLanes;
  readonly denyLists: DenyLists;
  /** Sandbox only: amendments without hits apply without an approval. */
  readonly autoApproves: boolean;
  /** Leading digits of our banks' card numbers, which no merchant's record may contain. */
  readonly cardNumberRanges: () => readonly string[];
  readonly readNames: ReadNames;
}

export function merchantOperations(deps: Deps): Implementations {
  const { vault, enqueueAll, onboardingLanes } = deps;
  const { contents } = vault;
  const reviewing = { enqueueAll, acquirers: deps.acquirers };
  const rulesOf = rulesWithNumberRanges(deps);
  return {
    rest: [
      onboardMerchantsOperation(
        { contents, enqueueAll, rulesOf, amendmentHandlerOf: amendmentHandlers(deps) },
        createOnboardingBodyReader(onboardingLanes, rulesOf),
      ),
      readOnboardingStatusOperation,
      listMerchantsOperation,
      readMerchantOperation,
      listVersionsOperation,
      listApplicationsOperation(deps),
      readApplicationOperation(deps),
      reviewApplicationOperation(reviewing),
      confirmKycOperation(reviewing),
      requestInformationOperation(reviewing),
      rejectApplicationOperation(reviewing),
      screenApplicationOperation(reviewing),
      clearHitOperation(reviewing),
      confirmHitOperation(reviewing),
      returnApplicationOperation(reviewing),
      approveApplicationOperation(reviewing),
      loadDenyListOperation,
      readDenyListOperation,
      saveDraftOperation({ rulesOf }),
      readDraftOperation,
      listDraftsOperation(deps),
      deleteDraftOperation,
      readOnboardingRulesOperation(deps),
      replaceOnboardingRulesOperation(deps),
    ],
  };
}

function amendmentHandlers({ acquirers, denyLists, autoApproves }: Deps) {
  return (acquirerId: string) => {
    const acquirer = acquirers.acquirer(acquirerId);
    if (acquirer === undefined) return undefined;
    return createAmendmentHandler({ ...acquirer, ...(autoApproves && { approvedAmendments: [] }), denyLists });
  };
}

function rulesWithNumberRanges({ acquirers, cardNumberRanges }: Pick<Deps, 'acquirers' | 'cardNumberRanges'>) {
  return (acquirerId: string) => {
    const rules = acquirers.onboardingRules(acquirerId);
    return rules && { ...rules, cardNumberRanges: cardNumberRanges() };
  };
}
