import type { AnalysisQuestion, ConditionSubject, RuleRelation } from '@cardwright/contract';
import { type AnalyzedRule, declines, isBefore, type RulePromise } from './analyzed-rule.ts';
import type { Example } from './example.ts';
import { type AnalysisContext, type Formula, holds, prepareQuestion, type Verdict } from './question.ts';
import type { Solver } from './solver-thread.ts';

export type QuestionAnswer = Verdict & {
  readonly question: AnalysisQuestion;
  /** The other rule, or the promise. */
  readonly other?: string;
  /** The version of the other rule. */
  readonly otherVersion?: number;
};

/** What is analyzed. */
export interface Subject {
  readonly rule: AnalyzedRule;
  /** The rule or version to compare with. */
  readonly against: AnalyzedRule | undefined;
  /** The other live rules. The rule replaces the live rule of its name. */
  readonly others: readonly AnalyzedRule[];
  /** The live version of the rule. */
  readonly live: AnalyzedRule | undefined;
  readonly promises: readonly RulePromise[];
}

/** Rules that would be live together, and the promises that they have to keep. */
export interface PromiseSubject {
  readonly rules: readonly AnalyzedRule[];
  readonly promises: readonly RulePromise[];
}

export interface Analysis {
  readonly answers: readonly QuestionAnswer[];
  readonly relation: RuleRelation | undefined;
}

export interface Limits {
  /** Of one question. */
  readonly questionMs: number;
  /** Of all questions together. */
  readonly totalMs: number;
}

const MAX_TRIED = 50;

/** Answers all questions about a rule: docs/interface/rules.md#analyze. */
export async function analyze(
  solver: Solver,
  subject: Subject | PromiseSubject,
  context: AnalysisContext,
  { questionMs, totalMs }: Limits,
): Promise<Analysis> {
  const until = performance.now() + totalMs;
  const examples: Example[] = [];
  const refute = async (formula: Formula): Promise<Verdict> => {
    // one message often answers several questions
    const known = examples.slice(-MAX_TRIED).find((example) => holds(formula, example));
    if (known !== undefined) return { verdict: 'COUNTEREXAMPLE', example: known };
    const left = until - performance.now();
    if (left <= 0) return { verdict: 'UNDECIDED' };
    const question = prepareQuestion(formula, context);
    const verdict = question.read(await solver.solve(question.task, Math.min(questionMs, left)));
    if (verdict.verdict === 'COUNTEREXAMPLE') examples.push(verdict.example);
    return verdict;
  };
  const answers: QuestionAnswer[] = [];
  for (const { formula, isListedIfRefuted = true, ...question } of questionsOf(subject, context.subject)) {
    const verdict = await refute(formula);
    if (isListedIfRefuted || verdict.verdict !== 'COUNTEREXAMPLE') answers.push({ ...question, ...verdict });
  }
  const isCompared = 'against' in subject && subject.against !== undefined;
  return { answers, relation: isCompared ? relationOf(answers) : undefined };
}

interface Question {
  readonly question: AnalysisQuestion;
  readonly other?: string;
  readonly otherVersion?: number;
  /** A message that meets it refutes the statement. */
  readonly formula: Formula;
  /** That two rules do not shadow each other is the usual case. */
  readonly isListedIfRefuted?: boolean;
}

const not = (formula: Formula): Formula => ({ no: formula });
const every = (...formulas: readonly Formula[]): Formula => ({ every: formulas });
const some = (formulas: readonly Formula[]): Formula => ({ some: formulas });

function questionsOf(subject: Subject | PromiseSubject, on: ConditionSubject): Question[] {
  const { promises } = subject;
  if ('rules' in subject) return promises.map((promise) => promiseQuestion(promise, subject.rules));
  const { rule, against, others, live } = subject;
  const ofPromises = promises.map((promise) => promiseQuestion(promise, [rule, ...others]));
  const own: Formula = { rule };
  const before = others.filter((other) => isBefore(other, rule, on));
  const after = others.filter((other) => isBefore(rule, other, on));
  const named = ({ name, version }: AnalyzedRule) => ({ other: name, otherVersion: version });
  return [
    { question: 'MATCHES_NOTHING', formula: own },
    { question: 'MATCHES_EVERYTHING', formula: not(own) },
    ...(against === undefined ? [] : comparisons(own, against)),
    ...changes(rule, live, others),
    ...(before.length === 0
      ? []
      : [{ question: 'ADDS_NOTHING' as const, formula: every(own, not(some(before.map(toFormula)))) }]),
    ...before.map((other) => ({
      question: 'SHADOWED_BY' as const,
      ...named(other),
      formula: every(own, not({ rule: other })),
      isListedIfRefuted: false,
    })),
    ...after.map((other) => ({
      question: 'SHADOWS' as const,
      ...named(other),
      formula: every({ rule: other }, not(own)),
      isListedIfRefuted: false,
    })),
    ...ofPromises,
  ];
}

function toFormula(rule: AnalyzedRule): Formula {
  return { rule };
}

function comparisons(own: Formula, against: AnalyzedRule): Question[] {
  const named = { other: against.name, otherVersion: against.version };
  const other: Formula = { rule: against };
  return [
    { question: 'IMPLIES', ...named, formula: every(own, not(other)) },
    { question: 'IMPLIED_BY', ...named, formula: every(other, not(own)) },
    { question: 'EXCLUDES', ...named, formula: every(own, other) },
  ];
}

/** What the approval of the rule changes, next to all other live rules. */
function changes(rule: AnalyzedRule, live: AnalyzedRule | undefined, others: readonly AnalyzedRule[]): Question[] {
  const declined = (rules: readonly AnalyzedRule[]) => some(rules.filter(declines).map(toFormula));
  const [now, then] = [declined([rule, ...others]), declined([...(live === undefined ? [] : [live]), ...others])];
  return [
    { question: 'DECLINES_NOTHING_NEW', formula: every(now, not(then)) },
    { question: 'APPROVES_NOTHING_NEW', formula: every(then, not(now)) },
  ];
}

function promiseQuestion({ name, version, condition, outcome }: RulePromise, rules: readonly AnalyzedRule[]): Question {
  const declined = some(rules.filter(declines).map(toFormula));
  const broken = outcome === 'NEVER_DECLINED' ? declined : not(declined);
  const named = { other: name, ...(version !== undefined && { otherVersion: version }) };
  return { question: 'KEEPS_PROMISE', ...named, formula: every({ condition }, broken) };
}

/** WEAKER declines less than the other rule, STRONGER declines more. */
function relationOf(answers: readonly QuestionAnswer[]): RuleRelation {
  const verdictOf = (question: AnalysisQuestion) => answers.find((answer) => answer.question === question)?.verdict;
  const [implies, impliedBy, excludes] = [verdictOf('IMPLIES'), verdictOf('IMPLIED_BY'), verdictOf('EXCLUDES')];
  if (implies === 'PROVED' && impliedBy === 'PROVED') return 'EQUIVALENT';
  if (implies === 'PROVED' && impliedBy === 'COUNTEREXAMPLE') return 'WEAKER';
  if (impliedBy === 'PROVED' && implies === 'COUNTEREXAMPLE') return 'STRONGER';
  if (excludes === 'PROVED') return 'DISJOINT';
  if ([implies, impliedBy, excludes].every((verdict) => verdict === 'COUNTEREXAMPLE')) return 'OVERLAPPING';
  return 'UNDECIDED';
}
