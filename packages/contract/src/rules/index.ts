export type { ExampleValue } from './analysis-example.ts';
export * from './operations.ts';
export {
  BankPromise,
  type CheckedPromise,
  MAX_STORED_PROMISES,
  PROMISE_OUTCOMES,
  PROMISE_STATES,
  PromiseCheck,
  type PromiseLevel,
  type PromiseOutcome,
  type PromiseState,
} from './promise.ts';
export {
  type AnyRuleEffect,
  type BankRule,
  isReservedName,
  MAX_LIVE_RULES,
  MAX_RULE_VERSIONS,
  MAX_RULES,
  MAX_SHADOW_RULES,
  PROVISIONING_EFFECTS,
  type ProposedProvisioningRule,
  type ProposedRule,
  type ProvisioningEffect,
  RULE_EFFECTS,
  RULE_REASON_LENGTH,
  RULE_STATES,
  type RuleEffect,
  type RuleState,
  type RuleVersion,
} from './rule.ts';
export * from './rule-live-event.ts';
