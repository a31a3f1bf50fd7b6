import type { Implementations } from '../../platform/operation/index.ts';
import type { Enqueue } from '../../platform/outbox/index.ts';
import type { BankDirectory } from '../banks/index.ts';
import type { RuleAnalyzer } from './analysis/analyzer.ts';
import { analyzeRuleOperation } from './analyze-rule.ts';
import { approveRuleOperation } from './approve-rule.ts';
import { changeRuleOperation } from './change-rule.ts';
import { createRuleOperation } from './create-rule.ts';
import type { DecisionReader } from './decision-reader.ts';
import { listRulesOperation } from './list-rules.ts';
import type { RunsOfRules } from './move-version.ts';
import { deletePromiseOperation } from './promises/delete-promise.ts';
import { listPromisesOperation } from './promises/list-promises.ts';
import { overridePromisesOperation } from './promises/override-promises.ts';
import { readPromiseCheckOperation } from './promises/read-promise-check.ts';
import { replacePromiseOperation } from './promises/replace-promise.ts';
import { proposeRuleOperation } from './propose-rule.ts';
import { readReportOperation } from './read-report.ts';
import { readRuleOperation } from './read-rule.ts';
import { retireRuleOperation } from './retire-rule.ts';
import { shadowRuleOperation } from './shadow-rule.ts';

/** `runs` carries out the backtests of proposals; `decisions` reads whole decisions for analyses. */
export function ruleOperations({
  banks,
  runs,
  enqueue,
  decisions,
  analyzer,
}: {
  readonly banks: BankDirectory;
  readonly runs: RunsOfRules;
  readonly enqueue: Enqueue;
  readonly decisions: DecisionReader;
  readonly analyzer: RuleAnalyzer;
}): Implementations {
  return {
    rest: [
      createRuleOperation(banks),
      listRulesOperation(banks),
      readRuleOperation(banks, runs),
      changeRuleOperation(banks),
      shadowRuleOperation(banks),
      proposeRuleOperation(banks, runs),
      approveRuleOperation({ banks, runs, enqueue, decisions }),
      retireRuleOperation(banks),
      readReportOperation(banks),
      analyzeRuleOperation(banks, analyzer, decisions),
      listPromisesOperation(banks),
      replacePromiseOperation(banks),
      deletePromiseOperation(banks),
      readPromiseCheckOperation(banks, decisions),
      overridePromisesOperation(banks, decisions),
    ],
  };
}
