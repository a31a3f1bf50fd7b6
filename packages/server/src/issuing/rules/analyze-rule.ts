import { ANALYSIS_LIMIT_MS, analyzeRule, type RuleAnalysis } from '@cardwright/contract';
import { ok } from '../../platform/kernel/result.ts';
import { implementRestInTwoSteps } from '../../platform/operation/index.ts';
import { type BankDirectory, bankOfCaller } from '../banks/index.ts';
import type { RuleAnalyzer } from './analysis/analyzer.ts';
import { settingOf } from './analysis-setting.ts';
import type { DecisionReader } from './decision-reader.ts';
import { readAnalysisSubject } from './read-analysis-subject.ts';

/** The time limit of all questions of a request together. */
const TOTAL_MS = 25_000;

/** Analyzes a rule on a thread of its own, after the transaction (docs/interface/rules.md#analyze). */
export function analyzeRuleOperation(banks: BankDirectory, analyzer: RuleAnalyzer, decisions: DecisionReader) {
  return implementRestInTwoSteps(analyzeRule, {
    prepare: async ({ tx, caller, now, audit }, { body }) => {
      const calling = bankOfCaller(caller, banks);
      if (!calling.ok) return calling;
      const { bankId } = calling.value;
      const read = await readAnalysisSubject(tx, bankId, body);
      if (!read.ok) return read;
      const { on, ...rules } = read.value;
      const context = { tx, bank: calling.value, now };
      const whole = body.subject === undefined ? ok(undefined) : await decisions.read(context, body);
      if (!whole.ok) return whole;
      const { rule } = rules;
      audit(bankId, `rule:${rule?.name ?? 'none'}`, 'rule analyzed', { version: rule?.version ?? 0, ...body.subject });
      const setting = settingOf(calling.value, on, now, whole.value?.currency);
      return ok({
        ...{ bankId, subject: rules, setting, whole: whole.value },
        questionMs: body.limit_ms ?? ANALYSIS_LIMIT_MS.usual,
      });
    },
    finish: async ({ bankId, subject, setting, questionMs, whole }): Promise<RuleAnalysis> => {
      const begin = performance.now();
      const limits = { questionMs, totalMs: TOTAL_MS };
      const report = await analyzer.analyze(bankId, { subject, whole, setting, limits });
      const { rule, against } = subject;
      return {
        name: rule?.name ?? null,
        version: rule?.version ?? 0,
        on: setting.subject,
        compared_with: against === undefined ? null : { name: against.name, version: against.version },
        ...report,
        relation: report.relation ?? null,
        took_ms: Math.round(performance.now() - begin),
      };
    },
  });
}
