import { ANALYSIS_LIMIT_MS, type AnalyzeRule, analyzeRule, type RuleAnalysis } from '@cardwright/contract';
import { ok, type Success } from '../../platform/kernel/result.ts';
import { implementRestInTwoSteps } from '../../platform/operation/index.ts';
import { type BankDirectory, bankOfCaller } from '../banks/index.ts';
import type { Subject } from './analysis/analyze.ts';
import type { RuleAnalyzer } from './analysis/analyzer.ts';
import { settingOf, toAnswersResponse } from './analysis-response.ts';
import type { DecisionContext, DecisionReader } from './decision-reader.ts';
import { readAnalysisSubject } from './read-analysis-subject.ts';

/** All questions of a request together. */
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
      const whole = await readDecision(decisions, { tx, bank: calling.value, now }, body, rules);
      if (!whole.ok) return whole;
      const subject: Subject = { ...rules, decision: whole.value?.decision };
      const { rule } = rules;
      audit(bankId, `rule:${rule?.name ?? 'none'}`, 'rule analyzed', { version: rule?.version ?? 0, ...body.subject });
      const setting = settingOf(calling.value, on, now, whole.value?.currency);
      return ok({
        ...{ bankId, subject, setting, whole: whole.value },
        questionMs: body.limit_ms ?? ANALYSIS_LIMIT_MS.usual,
      });
    },
    finish: async ({ bankId, subject, setting, questionMs, whole }): Promise<RuleAnalysis> => {
      const begin = performance.now();
      const { answers, relation } = await analyzer.analyze(bankId, {
        subject,
        setting,
        limits: { questionMs, totalMs: TOTAL_MS },
      });
      const { rule, against } = subject;
      return {
        name: rule?.name ?? null,
        version: rule?.version ?? 0,
        on: setting.subject,
        compared_with: against === undefined ? null : { name: against.name, version: against.version },
        relation: relation ?? null,
        ...toAnswersResponse(subject, setting, answers, whole),
        assumes: [...(whole?.assumes ?? [])],
        took_ms: Math.round(performance.now() - begin),
      };
    },
  });
}

/** The whole decision at the subject of the request, before and after the change; undefined without a subject. */
async function readDecision(
  decisions: DecisionReader,
  context: DecisionContext,
  body: AnalyzeRule,
  { rule, others, live, promises }: Subject,
): Promise<Awaited<ReturnType<DecisionReader['read']>> | Success<undefined>> {
  if (body.subject === undefined) return ok(undefined);
  const before = live === undefined ? others : [...others, live];
  const after = rule === undefined ? before : [...others, rule];
  return await decisions.read(context, body, { before, after, promises });
}
