import { type OnboardingRules, withoutDefaultRules } from '@cardwright/contract';
import type { StoredRules } from './acquirer-store.ts';

export function toStoredRules(rules: OnboardingRules): StoredRules {
  const { catalogues, restricted_mccs, deny_list_threshold, submitter_may_decide, approved_amendments } = rules;
  return {
    catalogues: catalogues ?? {},
    restrictedMccs: restricted_mccs ?? [],
    ...(deny_list_threshold !== undefined && { denyListThreshold: Number(deny_list_threshold) }),
    ...(submitter_may_decide === true && { submitterMayDecide: true }),
    ...(approved_amendments !== undefined && { approvedAmendments: approved_amendments }),
  };
}

/** Returns the rules in the form of a request, without members that have their default. */
export function toOnboardingRules(stored: StoredRules): OnboardingRules {
  const { catalogues, restrictedMccs, denyListThreshold, submitterMayDecide, approvedAmendments } = stored;
  return withoutDefaultRules({
    catalogues,
    restricted_mccs: [...restrictedMccs],
    ...(denyListThreshold !== undefined && { deny_list_threshold: String(denyListThreshold) }),
    ...(submitterMayDecide !== undefined && { submitter_may_decide: submitterMayDecide }),
    ...(approvedAmendments !== undefined && { approved_amendments: [...approvedAmendments] as never }),
  });
}
