import { approveRule } from './approve-rule.ts';
import { changeRule } from './change-rule.ts';
import { createRule } from './create-rule.ts';
import { listRules } from './list-rules.ts';
import { proposeRule } from './propose-rule.ts';
import { readRuleReport } from './read-report.ts';
import { readRule } from './read-rule.ts';
import { retireRule } from './retire-rule.ts';
import { shadowRule } from './shadow-rule.ts';

export * from './approve-rule.ts';
export * from './change-rule.ts';
export * from './create-rule.ts';
export * from './list-rules.ts';
export * from './propose-rule.ts';
export * from './read-report.ts';
export * from './read-rule.ts';
export * from './retire-rule.ts';
export {
  type BankRule,
  isTakenName,
  MOST_LIVE_RULES,
  MOST_RULE_VERSIONS,
  MOST_RULES,
  MOST_SHADOW_RULES,
  type ProposedRule,
  RULE_EFFECTS,
  RULE_REASON_LENGTH,
  RULE_STATES,
  type RuleEffect,
  type RuleState,
  type RuleVersion,
} from './rule.ts';
export * from './rule-live-event.ts';
export * from './shadow-rule.ts';

export const RULE_OPERATIONS = [
  createRule,
  listRules,
  readRule,
  changeRule,
  shadowRule,
  proposeRule,
  approveRule,
  retireRule,
  readRuleReport,
] as const;
