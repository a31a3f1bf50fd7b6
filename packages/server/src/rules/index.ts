export { listFaults, type RuleFinding } from './check-rule.ts';
export type { RunsOfRules } from './move-version.ts';
export { type OwnRule, type OwnRules, withProposed } from './own-rules.ts';
export { readProposedRules } from './proposed-rules.ts';
export { createRuleMemory, ownRulesAt } from './rule-memory.ts';
export { ruleOperations } from './rule-operations.ts';
export { type RulePast, readRulePast } from './rule-past.ts';
export { type RuleSource, readEdition } from './rule-span-store.ts';
export { addRuleStatistics } from './rule-statistics.ts';
