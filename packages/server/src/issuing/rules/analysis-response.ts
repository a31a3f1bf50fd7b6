import {
  type Condition,
  type ConditionSubject,
  type ConditionTest,
  comparisonsOf,
  type RuleAnalysis,
} from '@cardwright/contract';
import type { Bank } from '../../platform/kernel/bank.ts';
import type { PromiseSubject, QuestionAnswer, Subject } from './analysis/analyze.ts';
import type { AnalysisSetting } from './analysis/analyzer.ts';
import { toExampleResponse } from './analysis/example-response.ts';

/** What an analysis uses of a bank and of the time. */
export function settingOf(
  { country, currency, cardControl, calendar }: Bank,
  subject: ConditionSubject,
  now: Date,
): AnalysisSetting {
  const { unreadableCountry } = cardControl;
  return {
    subject,
    bank: { country, currency: currency.code, exponent: currency.exponent, unreadableCountry },
    timeZone: calendar.timeZone,
    nowMs: now.getTime(),
  };
}

/** The answers with their examples, and the state that the conditions use and that can have any value. */
export function toAnswersResponse(
  subject: Subject | PromiseSubject,
  setting: AnalysisSetting,
  answers: readonly QuestionAnswer[],
): Pick<RuleAnalysis, 'answers' | 'free'> {
  const tests = conditionsOf(subject).flatMap(comparisonsOf);
  const compared = new Set<string>(tests.map(({ field }) => field));
  return {
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
  };
}

function conditionsOf(subject: Subject | PromiseSubject): Condition[] {
  const all = [...rulesOf(subject), ...subject.promises];
  return all.map(({ condition }) => condition);
}

function rulesOf(subject: Subject | PromiseSubject) {
  if ('rules' in subject) return subject.rules;
  const { rule, against, others } = subject;
  return [rule, ...(against === undefined ? [] : [against]), ...others];
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
