import {
  ANALYSIS_LIMIT_MS,
  analyzeRule,
  type Condition,
  type ConditionTest,
  comparisonsOf,
  type RuleAnalysis,
} from '@cardwright/contract';
import type { Bank } from '../../platform/kernel/bank.ts';
import { ok } from '../../platform/kernel/result.ts';
import { implementRestInTwoSteps } from '../../platform/operation/index.ts';
import { type BankDirectory, bankOfCaller } from '../banks/index.ts';
import type { Subject } from './analysis/analyze.ts';
import type { AnalysisSetting, RuleAnalyzer } from './analysis/analyzer.ts';
import { toExampleResponse } from './analysis/example-response.ts';
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
      const setting: AnalysisSetting = { subject: on, ...traitsOf(calling.value), nowMs: now.getTime() };
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
      const tests = conditionsOf(subject).flatMap(comparisonsOf);
      const compared = new Set<string>(tests.map(({ field }) => field));
      return {
        name: rule.name,
        version: rule.version,
        on: setting.subject,
        compared_with: against === undefined ? null : { name: against.name, version: against.version },
        relation: relation ?? null,
        answers: answers.map(({ question, other, otherVersion, ...verdict }) => ({
          question,
          ...(other !== undefined && { other }),
          ...(otherVersion !== undefined && { other_version: otherVersion }),
          verdict: verdict.verdict,
          ...(verdict.verdict === 'COUNTEREXAMPLE' && {
            example: toExampleResponse(verdict.example, setting, compared),
          }),
        })),
        free: freeState(tests),
        took_ms: Math.round(performance.now() - begin),
      };
    },
  });
}

function traitsOf({ country, currency, cardControl, calendar }: Bank): Pick<AnalysisSetting, 'bank' | 'timeZone'> {
  const { unreadableCountry } = cardControl;
  return {
    bank: { country, currency: currency.code, exponent: currency.exponent, unreadableCountry },
    timeZone: calendar.timeZone,
  };
}

function conditionsOf({ rule, against, others, promises }: Subject): Condition[] {
  const all = [rule, ...(against === undefined ? [] : [against]), ...others, ...promises];
  return all.map(({ condition }) => condition);
}

/** State outside of the message, which can have any value: usages of limits, entries of lists, the card's past. */
function freeState(tests: readonly ConditionTest[]): string[] {
  const names = tests.flatMap(({ field, limit, op, value }) => {
    if (op === 'inList' || op === 'notInList') return [`list ${value}`];
    if (limit !== undefined) return [`${field} ${limit}`];
    return STATE.includes(field) ? [field] : [];
  });
  return [...new Set(names)];
}

const STATE: readonly string[] = [
  ...['firstAtMerchant', 'cardAgeDays', 'product', 'cardRole', 'tokensOfCard', 'tokensOfDevice'],
  ...['provisioningDeclines24h', 'phoneMatches'],
];
