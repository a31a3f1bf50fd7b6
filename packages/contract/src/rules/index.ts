export * from './operations.ts';
export {
  BankPromise,
  MOST_STORED_PROMISES,
  PROMISE_OUTCOMES,
  PROMISE_STATES,
  PromiseCheck,
  type PromiseOutcome,
  type PromiseState,
} from './promise.ts';
export {
  type AnyRuleEffect,
  type BankRule,
  isTakenName,
  MOST_LIVE_RULES,
  MOST_RULE_VERSIONS,
  MOST_RULES,
  MOST_SHADOW_RULES,
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
