export { withNearAction } from './collected-onboarding.ts';
export { explainMissing } from './conditions/explain-missing.ts';
export { findMissingWebsite } from './conditions/merchant-conditions.ts';
export { findMissingRefundControl } from './conditions/scheme-conditions.ts';
export * from './drafts/merchant-draft.ts';
export * from './merchant.ts';
export { MerchantConfigurations } from './merchant-configurations.ts';
export * from './merchant-moves.ts';
export { findPathFault } from './merchant-path.ts';
export * from './merchant-record.ts';
export * from './merchant-values.ts';
export * from './onboarding-answer.ts';
export * from './operations.ts';
export * from './read-onboarding-request.ts';
export * from './review/merchant-application.ts';
export * from './review/screening-hit.ts';
export {
  DEFAULT_ONBOARDING_RULES,
  MAX_RULES_VERSIONS,
  OnboardingRules,
  type OnboardingRulesInForce,
  type OnboardingRulesVersion,
  withoutDefaultRules,
} from './rules/onboarding-rules.ts';
export type * from './sent-onboarding.ts';
export * from './sorted-list.ts';
