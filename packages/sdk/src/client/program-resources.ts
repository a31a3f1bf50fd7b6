import {
  approveRule,
  changeList,
  changeRule,
  createRule,
  listLists,
  listProductPrograms,
  listProgramVersions,
  listRules,
  proposeRule,
  readList,
  readProgramInForce,
  readRule,
  readRuleReport,
  replaceList,
  retireRule,
  setProgram,
  shadowRule,
} from '@cardwright/contract';
import type { CallMethod, MethodMaker, PagedMethod } from './call-method.ts';

/** What products give their accounts. */
export interface ProgramCalls {
  /** Makes a new version of the program of a product. */
  readonly set: CallMethod<typeof setProgram, ['product_code']>;
  /** Every product of the bank with the version in force, and the one that waits. */
  readonly list: CallMethod<typeof listProductPrograms>;
  /** The version that is in force. */
  readonly retrieve: CallMethod<typeof readProgramInForce, ['product_code']>;
  /** All versions, newest first, with what each changed. */
  readonly listVersions: CallMethod<typeof listProgramVersions, ['product_code']>;
}

export function makePrograms({ one }: MethodMaker): ProgramCalls {
  return {
    set: one(setProgram, 'product_code'),
    list: one(listProductPrograms),
    retrieve: one(readProgramInForce, 'product_code'),
    listVersions: one(listProgramVersions, 'product_code'),
  };
}

/** Named lists of merchants and of merchant categories. */
export interface MerchantListCalls {
  /** Makes a list, or replaces all of its entries. */
  readonly replace: CallMethod<typeof replaceList, ['name']>;
  /** Lists of the bank without their entries. */
  readonly list: PagedMethod<typeof listLists, 'items'>;
  /** One list with all of its entries. */
  readonly retrieve: CallMethod<typeof readList, ['name']>;
  /** Adds entries and removes others. */
  readonly update: CallMethod<typeof changeList, ['name']>;
}

export function makeMerchantLists({ one, paged }: MethodMaker): MerchantListCalls {
  return {
    replace: one(replaceList, 'name'),
    list: paged(listLists, 'items'),
    retrieve: one(readList, 'name'),
    update: one(changeList, 'name'),
  };
}

/** Rules of the bank's own. */
export interface RuleCalls {
  /** Writes a rule, as a draft. */
  readonly create: CallMethod<typeof createRule>;
  /** Rules of the bank, newest first. */
  readonly list: PagedMethod<typeof listRules, 'items'>;
  /** One rule with all of its versions. */
  readonly retrieve: CallMethod<typeof readRule, ['rule_id']>;
  /** Writes a new version, as a draft. */
  readonly update: CallMethod<typeof changeRule, ['rule_id']>;
  /** Tries a draft in the shadow. */
  readonly shadow: CallMethod<typeof shadowRule, ['rule_id']>;
  /** Proposes what is in the shadow, with a backtest. */
  readonly propose: CallMethod<typeof proposeRule, ['rule_id']>;
  /** Puts in force what another person proposed. */
  readonly approve: CallMethod<typeof approveRule, ['rule_id']>;
  /** Ends a version for good. */
  readonly retire: CallMethod<typeof retireRule, ['rule_id']>;
  /** What it was asked, would have declined and declined. */
  readonly report: CallMethod<typeof readRuleReport, ['rule_id']>;
}

export function makeRules({ one, paged }: MethodMaker): RuleCalls {
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
  };
}
