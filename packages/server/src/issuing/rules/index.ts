export { type AnalysisTask, answerTask } from './analysis/analysis-task.ts';
export { createRuleAnalyzer, type RuleAnalyzer } from './analysis/analyzer.ts';
export { createSolver } from './analysis/solver-thread.ts';
export { analysisWithin, checkPlannedPromises } from './analyze-comparison.ts';
export { listsOf, type RuleInSet, type RuleSet, usesFirst, withProposedRules } from './bank-rules.ts';
export { listFaults, type RuleFinding } from './check-rule.ts';
export { comparePlan, comparisonOfChanges, stateBefore } from './compare-changes.ts';
export type { DecisionContext, DecisionReader, ProductState, ProductStates } from './decision-reader.ts';
export { findUnknownLimits, storeLimitNames } from './limit-name-store.ts';
export type { RunsOfRules } from './move-version.ts';
export { createPromiseChecker } from './promises/promise-checker.ts';
export { createPromiseGuard } from './promises/promise-guard.ts';
export { hasPromises } from './promises/promise-store.ts';
export { readListUse, readProposedProvisioningRules, readProposedRules } from './proposed-rules.ts';
export { readProposedVersions } from './proposed-version-store.ts';
export { bankRulesAt, createRuleCache, provisioningRulesAt } from './rule-cache.ts';
export type { EvaluatedDecision } from './rule-counts.ts';
export { ruleOperations } from './rule-operations.ts';
export {
  type RuleHistory,
  readProvisioningRuleHistory,
  readRuleHistory,
} from './rule-past.ts';
export { type RuleSource, readEdition } from './rule-span-store.ts';
export { addRuleStatistics } from './rule-statistics-store.ts';
export { findVersionByName, isOfProposal, type RuleRow, type RuleVersionRow, readAllRules } from './rule-store.ts';
