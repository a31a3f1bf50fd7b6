import type { CheckedPromise, ConditionSubject, PlannedPromise } from '@cardwright/contract';
import type { AnalysisResult } from '../../platform/change-requests/index.ts';
import type { AnalysisReport } from './analysis/analysis-response.ts';
import type { AnalysisTask } from './analysis/analysis-task.ts';
import type { RuleAnalyzer } from './analysis/analyzer.ts';
import { type ChangeQuestions, questionNames } from './analysis/change-questions.ts';
import type { ChangeComparison, ComparedPart } from './compare-changes.ts';

type Answer = AnalysisResult['content']['answers'][number];

/** Answers the questions of a task; undefined if it cannot. */
export type AnalyzeTask = (task: Omit<AnalysisTask, 'limits'>) => Promise<Omit<AnalysisReport, 'relation'> | undefined>;

/** Answers questions within a time limit; the others stay undecided. */
export function analysisWithin(
  analyzer: RuleAnalyzer,
  bankId: string,
  { questionMs, totalMs }: { readonly questionMs: number; readonly totalMs: number },
) {
  const until = performance.now() + totalMs;
  return (task: Parameters<AnalyzeTask>[0]) =>
    analyzer.analyze(bankId, { ...task, limits: { questionMs, totalMs: until - performance.now() } });
}

interface Answers {
  readonly answers: readonly Answer[];
  readonly free: string[];
}

/**
 * Analyzes what a change newly declines and approves, and whether it keeps the promises of the bank.
 * @param comparison undefined if the change can no longer be made
 */
export async function analyzeChange(
  comparison: ChangeComparison | undefined,
  analyze: AnalyzeTask,
): Promise<AnalysisResult> {
  const { answers, free } = await answerParts(comparison?.parts ?? [], analyze, ({ isChanged }) => ({
    comparesDecisions: isChanged,
    broken: 'newly',
  }));
  const others = answers.filter(({ promise }) => promise === undefined);
  const retained = worstAnswers(answers);
  const state = answers.length === 0 ? 'NONE' : stateOf(retained.map(({ verdict }) => STATES[verdict]));
  return { state, content: { answers: [...others, ...retained], free } };
}

type PromiseAnswer = CheckedPromise & { readonly on: ConditionSubject };

/**
 * Checks whether the promises of the bank are kept, in the order of their names. Also returns the state that can have
 * any value.
 * @param isRequested whether a promise is checked, by its name
 */
export async function checkPromises(
  { parts }: ChangeComparison,
  analyze: AnalyzeTask,
  side: 'before' | 'after' = 'after',
  isRequested: (name: string) => boolean = () => true,
): Promise<{ readonly promises: PromiseAnswer[]; readonly free: string[] }> {
  const { answers, free } = await answerParts(
    parts,
    analyze,
    () => ({ comparesDecisions: false, broken: side }),
    isRequested,
  );
  const stored = new Map(parts.flatMap(({ promises }) => promises.map((one) => [one.name, one])));
  const promises = worstAnswers(answers).flatMap(({ on, promise = '', verdict, product, example }): PromiseAnswer[] => {
    const one = stored.get(promise);
    if (one === undefined) return [];
    const { name, version = 0, outcome, by = 'RULES' } = one;
    const where = { ...(product !== undefined && { product }), ...(example !== undefined && { example }) };
    return [{ on, name, version, outcome, by, state: STATES[verdict], ...where }];
  });
  return { promises: promises.toSorted((one, other) => (one.name < other.name ? -1 : 1)), free };
}

/** Checks the promises under a plan, and broken ones under the state before it too. */
export async function checkPlannedPromises(
  comparison: ChangeComparison,
  analyze: AnalyzeTask,
): Promise<PlannedPromise[]> {
  const { promises } = await checkPromises(comparison, analyze);
  const broken = new Set<string>(promises.filter(({ state }) => state === 'BROKEN').map(({ name }) => name));
  const before = await checkPromises(comparison, analyze, 'before', (name) => broken.has(name));
  return promises.map((promise) => {
    const now = before.promises.find(({ name }) => name === promise.name);
    return { ...promise, ...(now !== undefined && { now: now.state }) };
  });
}

const STATES = { PROVED: 'KEPT', COUNTEREXAMPLE: 'BROKEN', UNDECIDED: 'UNDECIDED' } as const;

/** The state of all promises together. */
export function stateOf(states: readonly CheckedPromise['state'][]): CheckedPromise['state'] {
  if (states.includes('BROKEN')) return 'BROKEN';
  return states.includes('UNDECIDED') ? 'UNDECIDED' : 'KEPT';
}

const BEST_FIRST: readonly Answer['verdict'][] = ['PROVED', 'UNDECIDED', 'COUNTEREXAMPLE'];

/** The worst answer about each promise, because a promise about decisions is kept only if every product keeps it. */
function worstAnswers(answers: readonly Answer[]): Answer[] {
  const worst = new Map<string, Answer>();
  for (const { product, ...answer } of answers) {
    const { promise, verdict } = answer;
    const before = promise && worst.get(promise);
    if (promise === undefined || (before && BEST_FIRST.indexOf(verdict) <= BEST_FIRST.indexOf(before.verdict)))
      continue;
    worst.set(promise, verdict === 'PROVED' || product === undefined ? answer : { ...answer, product });
  }
  return [...worst.values()];
}

async function answerParts(
  parts: readonly ComparedPart[],
  analyze: AnalyzeTask,
  questionsOf: (part: ComparedPart) => Omit<ChangeQuestions, 'names'>,
  isRequested: (promise: string) => boolean = () => true,
): Promise<Answers> {
  const answers: Answer[] = [];
  const free = new Set<string>();
  for (const part of parts) {
    const names = part.promises.map(({ name }) => name).filter(isRequested);
    const questions = { ...questionsOf(part), names };
    if (!questions.comparesDecisions && names.length === 0) continue;
    const { change, conditions, setting, whole } = part;
    const report = await analyze({ subject: { ...questions, change, conditions }, setting, whole });
    const undecided = (): AnalysisReport['answers'] =>
      questionNames(questions).map((question) => ({ ...question, verdict: 'UNDECIDED' }));
    for (const name of report?.free ?? []) free.add(name);
    for (const { question, other, verdict, example } of report?.answers ?? undecided()) {
      answers.push({
        ...{ on: part.on, question: question as Answer['question'] },
        ...(question === 'KEEPS_PROMISE' && { promise: other }),
        ...(part.product !== undefined && { product: part.product }),
        verdict: part.isPartial && verdict === 'PROVED' ? 'UNDECIDED' : verdict,
        ...(example !== undefined && { example }),
      });
    }
  }
  return { answers, free: [...free] };
}
