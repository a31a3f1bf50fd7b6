import { ANALYSIS_LIMIT_MS, analyzeRule, type RuleAnalysis } from '@cardwright/contract';
import { ok } from '../../platform/kernel/result.ts';
import { implementRestInTwoSteps } from '../../platform/operation/index.ts';
import { type BankDirectory, bankOfCaller } from '../banks/index.ts';
import type { RuleAnalyzer } from './analysis/analyzer.ts';
import { settingOf, toAnswersResponse } from './analysis-response.ts';
import { readAnalysisSubject } from './read-analysis-subject.ts';

/** All questions of a request together. */
const TOTAL_MS = 25_000;

/** Analyzes a rule on a thread of its own, after the transaction (docs/interface/rules.md#analyze). */
export function analyzeRuleOperation(banks: BankDirectory, analyzer: RuleAnalyzer) {
  return implementRestInTwoSteps(analyzeRule, {
    prepare: async ({ tx, caller, now, audit }, { body }) => {
      const calling = bankOfCaller(caller, banks);
      if (!calling.ok) return calling;
      const { bankId } = calling.value;
      const read = await readAnalysisSubject(tx, bankId, body);
      if (!read.ok) return read;
      const { on, ...subject } = read.value;
      audit(bankId, `rule:${subject.rule.name}`, 'rule analyzed', { version: subject.rule.version });
      const setting = settingOf(calling.value, on, now);
      return ok({ bankId, subject, setting, questionMs: body.limit_ms ?? ANALYSIS_LIMIT_MS.usual });
    },
    finish: async ({ bankId, subject, setting, questionMs }): Promise<RuleAnalysis> => {
      const begin = performance.now();
      const { answers, relation } = await analyzer.analyze(bankId, {
        subject,
        setting,
        limits: { questionMs, totalMs: TOTAL_MS },
      });
      const { rule, against } = subject;
      return {
        name: rule.name,
        version: rule.version,
        on: setting.subject,
        compared_with: against === undefined ? null : { name: against.name, version: against.version },
        relation: relation ?? null,
        ...toAnswersResponse(subject, setting, answers),
        took_ms: Math.round(performance.now() - begin),
      };
    },
  });
}
