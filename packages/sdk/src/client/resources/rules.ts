// Written by scripts/write-docs.mjs from the operations of the contract. Do not edit it.
import {
  analyzeRule,
  approveRule,
  changeRule,
  createRule,
  listRules,
  proposeRule,
  readRule,
  readRuleReport,
  retireRule,
  shadowRule,
} from '@cardwright/contract';
import type { CallMethod, MethodFactory, PagedMethod } from '../call-method.ts';

/** Decision rules of the bank. */
export interface RuleCalls {
  /** Create a rule. */
  readonly create: CallMethod<typeof createRule>;
  /** List rules. */
  readonly list: PagedMethod<typeof listRules, 'items'>;
  /** Get a rule. */
  readonly retrieve: CallMethod<typeof readRule, ['rule_id']>;
  /** Create a version of a rule. */
  readonly update: CallMethod<typeof changeRule, ['rule_id']>;
  /** Shadow a rule. */
  readonly shadow: CallMethod<typeof shadowRule, ['rule_id']>;
  /** Propose a rule. */
  readonly propose: CallMethod<typeof proposeRule, ['rule_id']>;
  /** Approve a rule. */
  readonly approve: CallMethod<typeof approveRule, ['rule_id']>;
  /** Retire a rule. */
  readonly retire: CallMethod<typeof retireRule, ['rule_id']>;
  /** Get a rule report. */
  readonly report: CallMethod<typeof readRuleReport, ['rule_id']>;
  /** Analyze a rule. */
  readonly analyze: CallMethod<typeof analyzeRule>;
}

export function makeRules({ one, paged }: MethodFactory): RuleCalls {
  return {
    create: one(createRule),
    list: paged(listRules, 'items'),
    retrieve: one(readRule, 'rule_id'),
    update: one(changeRule, 'rule_id'),
    shadow: one(shadowRule, 'rule_id'),
    propose: one(proposeRule, 'rule_id'),
    approve: one(approveRule, 'rule_id'),
    retire: one(retireRule, 'rule_id'),
    report: one(readRuleReport, 'rule_id'),
    analyze: one(analyzeRule),
  };
}
