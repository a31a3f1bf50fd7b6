// Written by scripts/documents/write-docs.mjs from the files of this folder. Only the order in the list is chosen by hand.
import { analyzeRule } from './analyze-rule.ts';
import { approveRule } from './approve-rule.ts';
import { changeRule } from './change-rule.ts';
import { createRule } from './create-rule.ts';
import { deletePromise } from './delete-promise.ts';
import { listPromises } from './list-promises.ts';
import { listRules } from './list-rules.ts';
import { overridePromises } from './override-promises.ts';
import { proposeRule } from './propose-rule.ts';
import { readPromiseCheck } from './read-promise-check.ts';
import { readRuleReport } from './read-report.ts';
import { readRule } from './read-rule.ts';
import { replacePromise } from './replace-promise.ts';
import { retireRule } from './retire-rule.ts';
import { shadowRule } from './shadow-rule.ts';

export * from './analyze-rule.ts';
export * from './approve-rule.ts';
export * from './change-rule.ts';
export * from './create-rule.ts';
export * from './delete-promise.ts';
export * from './list-promises.ts';
export * from './list-rules.ts';
export * from './override-promises.ts';
export * from './propose-rule.ts';
export * from './read-promise-check.ts';
export * from './read-report.ts';
export * from './read-rule.ts';
export * from './replace-promise.ts';
export * from './retire-rule.ts';
export * from './shadow-rule.ts';

export const RULES_OPERATIONS = [
  createRule,
  listRules,
  readRule,
  changeRule,
  shadowRule,
  proposeRule,
  approveRule,
  retireRule,
  readRuleReport,
  analyzeRule,
  deletePromise,
  listPromises,
  overridePromises,
  readPromiseCheck,
  replacePromise,
] as const;
