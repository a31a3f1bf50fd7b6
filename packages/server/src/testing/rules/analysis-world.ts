import type { Condition, ConditionFieldName, ConditionSubject } from '@cardwright/contract';
import { analyze } from '../../issuing/rules/analysis/analyze.ts';
import type { AnalyzedRule } from '../../issuing/rules/analysis/analyzed-rule.ts';
import {
  type AnalysisContext,
  type Formula,
  prepareQuestion,
  type Verdict,
} from '../../issuing/rules/analysis/question.ts';
import type { Solver } from '../../issuing/rules/analysis/solver-thread.ts';
import { createCalendar } from '../../platform/kernel/time/calendar.ts';
import type { Random } from '../random.ts';
import { comparePair, type PairVerdict } from './exhaustive-check.ts';
import type { PlantedPair } from './planted-pairs.ts';
import { FIELD_GROUPS, randomCondition } from './random-conditions.ts';

export const ANALYSIS_NOW = Date.parse('2026-11-20T08:00:00Z');
const { localTime } = createCalendar('Asia/Dubai', '00:00');

export const analysisContext = (subject: ConditionSubject = 'authorization'): AnalysisContext => ({
  subject,
  bank: { country: 'AE', currency: 'AED', exponent: 2, unreadableCountry: 'foreign' },
  nowMs: ANALYSIS_NOW,
  localTime,
});

export const analyzedRule = (name: string, condition: Condition, more: Partial<AnalyzedRule> = {}): AnalyzedRule => ({
  ...{ name, version: 1, number: 1, condition, effect: '57' },
  ...{ fromMs: Number.NEGATIVE_INFINITY, untilMs: Number.POSITIVE_INFINITY },
  ...more,
});

/** The thread of analyses, as the server starts it. */
export const ANALYSIS_WORKER = new URL(
  '../../../dist/issuing/authorization/analysis/analysis-worker.js',
  import.meta.url,
);

/** Far longer than a question takes, because tests share the processors. */
const QUESTION_MS = 60_000;

/** The translator and the questions that use it. Tests replace them with faulty ones that comparisons must detect. */
export interface Analysis {
  readonly prepareQuestion: typeof prepareQuestion;
  readonly analyze: typeof analyze;
}
const THE_ANALYSIS: Analysis = { prepareQuestion, analyze };

export async function refute(
  solver: Solver,
  formula: Formula,
  context = analysisContext(),
  of = THE_ANALYSIS,
): Promise<Verdict> {
  const question = of.prepareQuestion(formula, context);
  return question.read(await solver.solve(question.task, QUESTION_MS));
}

/** Returns the verdicts of the solver on a pair, in the form of the exhaustive check. */
export async function solvePair(
  solver: Solver,
  [one, other]: readonly [Condition, Condition],
  subject: ConditionSubject,
  of = THE_ANALYSIS,
): Promise<PairVerdict> {
  const context = analysisContext(subject);
  const isNone = async (...every: Formula[]) => {
    const { verdict } = await refute(solver, { every }, context, of);
    // every example was evaluated by the function that decides messages
    if (verdict === 'UNDECIDED') throw new Error(`undecided: ${JSON.stringify([one, other])}`);
    return verdict === 'PROVED';
  };
  const [first, second]: Formula[] = [{ condition: one }, { condition: other }];
  return {
    canMatch: !(await isNone(first as Formula)),
    implies: await isNone(first as Formula, { no: second as Formula }),
    impliedBy: await isNone(second as Formula, { no: first as Formula }),
    excludes: await isNone(first as Formula, second as Formula),
  };
}

/** Compares the solver with the exhaustive check on random pairs. Returns the pairs on which they differ. */
export async function compareRandomPairs(
  solver: Solver,
  random: Random,
  count: number,
  of = THE_ANALYSIS,
): Promise<string[]> {
  const different: string[] = [];
  for (let at = 0; at < count; at += 1) {
    const subject: ConditionSubject = at % 4 === 3 ? 'provisioning' : 'authorization';
    const fields = random.pick(FIELD_GROUPS[subject]) as readonly ConditionFieldName[];
    const pair = [randomCondition(random, fields), randomCondition(random, fields)] as const;
    const [solved, tried] = [await solvePair(solver, pair, subject, of), comparePair(...pair)];
    if (JSON.stringify(solved) !== JSON.stringify(tried)) different.push(JSON.stringify({ pair, solved, tried }));
  }
  return different;
}

/** Returns the relation that the analysis finds in a planted pair. */
export async function kindOf(solver: Solver, { rule, against }: PlantedPair, of = THE_ANALYSIS): Promise<string> {
  const subject = { others: [], live: undefined, promises: [] };
  const { answers, relation } = await of.analyze(
    solver,
    { ...subject, rule: analyzedRule('RULE', rule), against: analyzedRule('OTHER', against) },
    analysisContext(),
    { questionMs: QUESTION_MS, totalMs: 10 * QUESTION_MS },
  );
  const isProved = (question: string) => answers.some((one) => one.question === question && one.verdict === 'PROVED');
  if (isProved('MATCHES_NOTHING')) return 'never';
  if (isProved('MATCHES_EVERYTHING')) return 'always';
  return relation === 'EQUIVALENT' ? 'equal' : String(relation).toLowerCase();
}
