// Written by scripts/documents/write-docs.mjs from the operations of the contract. Do not edit it.
import {
  analyzeRule,
  approveRule,
  changeRule,
  createRule,
  deletePromise,
  listPromises,
  listRules,
  overridePromises,
  proposeRule,
  readPromiseCheck,
  readRule,
  readRuleReport,
  replacePromise,
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
  /** Delete a promise. */
  readonly deletePromise: CallMethod<typeof deletePromise, ['name']>;
  /** List promises. */
  readonly listPromises: CallMethod<typeof listPromises>;
  /** Override broken promises. */
  readonly overridePromises: CallMethod<typeof overridePromises, ['rule_id']>;
  /** Get the promise check of a rule. */
  readonly retrievePromiseCheck: CallMethod<typeof readPromiseCheck, ['rule_id']>;
  /** Create or replace a promise. */
  readonly replacePromise: CallMethod<typeof replacePromise, ['name']>;
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
    deletePromise: one(deletePromise, 'name'),
    listPromises: one(listPromises),
    overridePromises: one(overridePromises, 'rule_id'),
    retrievePromiseCheck: one(readPromiseCheck, 'rule_id'),
    replacePromise: one(replacePromise, 'name'),
  };
}
