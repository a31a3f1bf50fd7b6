import {
  type Condition,
  type ConditionTest,
  comparisonsOf,
  type RuleAnalysis,
  type RuleRelation,
} from '@cardwright/contract';
import type { QuestionAnswer, Subject } from './analyze.ts';
import { reasonOf } from './decision-questions.ts';
import type { Example } from './example.ts';
import { toExampleResponse } from './example-response.ts';
import type { AnalysisSetting, Verdict } from './question.ts';
import type { WholeDecision } from './whole-decision.ts';

export interface AnalysisReport extends Pick<RuleAnalysis, 'answers' | 'free' | 'assumes'> {
  readonly relation: RuleRelation | undefined;
}

/**
 * Returns the answers with their examples, and the state that the conditions use and that can have any value.
 * @param conditions all conditions that the questions compare
 */
export function toResponse(
  conditions: readonly Condition[],
  setting: AnalysisSetting,
  answers: readonly QuestionAnswer[],
  whole?: WholeDecision,
): Omit<AnalysisReport, 'relation'> {
  const tests = conditions.flatMap(comparisonsOf);
  const ofDecision = whole === undefined ? [] : ['amount', 'channel', 'mcc', 'country'];
  const compared = new Set<string>([...ofDecision, ...tests.map(({ field }) => field)]);
  return {
    answers: answers.map(({ question, other, otherVersion, ...verdict }) => ({
      question,
      ...(other !== undefined && { other }),
      ...(otherVersion !== undefined && { other_version: otherVersion }),
      ...verdictResponse(verdict, (example) => toExampleResponse(example, setting, compared), whole),
    })),
    free: [
      ...(whole?.free ?? []),
      ...freeState(tests).filter((name) => whole === undefined || !isKnownAtAccount(name)),
    ],
    assumes: [...(whole?.assumes ?? [])],
  };
}

/** Reports a counterexample as undecided if its decisions differ from the predicted ones, because it then refutes nothing. */
function verdictResponse(
  verdict: Verdict,
  toResponse: (example: Example) => ReturnType<typeof toExampleResponse>,
  whole: WholeDecision | undefined,
): Pick<RuleAnalysis['answers'][number], 'verdict' | 'example'> {
  if (verdict.verdict !== 'COUNTEREXAMPLE') return verdict;
  const { example } = verdict;
  const response = toResponse(example);
  if (whole === undefined) return { verdict: 'COUNTEREXAMPLE', example: response };
  const [before, after] = whole.decide(example).map(({ reason }) => reason) as [string, string];
  const { decision } = whole;
  const isAsPredicted = before === reasonOf(decision.before, example) && after === reasonOf(decision.after, example);
  if (!isAsPredicted) return { verdict: 'UNDECIDED' };
  const values = [...response.values, ...whole.valuesOf(example)];
  return { verdict: 'COUNTEREXAMPLE', example: { ...response, values, decision: { before, after } } };
}

/** Whether the whole decision knows the value, or names it as state of the account. */
function isKnownAtAccount(name: string): boolean {
  return /^(?:limitSum |limitCount |cardAgeDays$|product$|cardRole$)/.test(name);
}

/** All conditions of the subject of an analysis. */
export function conditionsOf({ rule, against, others, promises }: Omit<Subject, 'decision'>): Condition[] {
  const all = [rule, against, ...others, ...promises].filter((one) => one !== undefined);
  return all.map(({ condition }) => condition);
}

/** The state outside of the message, which can have any value: usages of limits, entries of lists, the card's past. */
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
