import type { AnalysisQuestion, ConditionSubject, RuleRelation } from '@cardwright/contract';
import { type AnalyzedRule, isBefore, type RulePromise } from './analyzed-rule.ts';
import { newDecisions, ruleChangeFormulas, violationsAt } from './change-questions.ts';
import { type AnalyzedDecision, decisionFormulas, decisionQuestions, matchFormula } from './decision-questions.ts';
import type { Example } from './example.ts';
import { every, not, some } from './formulas.ts';
import type { NumberVariable } from './numbers.ts';
import { type AnalysisContext, type Formula, holds, prepareQuestion, type Question, type Verdict } from './question.ts';
import type { Solver } from './solver-thread.ts';

export type QuestionAnswer = Verdict & {
  readonly question: AnalysisQuestion;
  /** The name of the other rule, or of the promise. */
  readonly other?: string;
  /** The version of the other rule. */
  readonly otherVersion?: number;
};

/** The subject of an analysis. */
export interface Subject {
  /** Undefined for an analysis of the whole decision only. */
  readonly rule: AnalyzedRule | undefined;
  /** The rule or version to compare with. */
  readonly against: AnalyzedRule | undefined;
  /** The other live rules. The rule replaces the live rule of its name. */
  readonly others: readonly AnalyzedRule[];
  /** The live version of the rule. */
  readonly live: AnalyzedRule | undefined;
  readonly promises: readonly RulePromise[];
  /** The whole decision at an account or a card. */
  readonly decision?: AnalyzedDecision | undefined;
}

export interface Analysis {
  readonly answers: readonly QuestionAnswer[];
  readonly relation: RuleRelation | undefined;
}

export interface Limits {
  /** The time limit of one question. */
  readonly questionMs: number;
  /** The time limit of all questions together. */
  readonly totalMs: number;
}

const MAX_TRIED = 50;

/** Questions that are not about one rule. */
export interface OtherSubject {
  readonly questions: readonly Question[];
  /** The numbers of a decision. */
  readonly numbers?: readonly NumberVariable[] | undefined;
}

/** Answers all questions about a rule: docs/interface/rules.md#analyze. */
export async function analyze(
  solver: Solver,
  subject: Subject | OtherSubject,
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
    const question = prepareQuestion(formula, {
      ...context,
      numbers: 'questions' in subject ? subject.numbers : subject.decision?.numbers,
    });
    const verdict = question.read(await solver.solve(question.task, Math.min(questionMs, left)));
    if (verdict.verdict === 'COUNTEREXAMPLE') examples.push(verdict.example);
    return verdict;
  };
  const answers: QuestionAnswer[] = [];
  const questions = 'questions' in subject ? subject.questions : questionsOf(subject, context.subject);
  for (const { formula, isReportedIfRefuted = true, ...question } of questions) {
    // no reason precedes a rule that matches nothing
    if (question.question === 'DECLINED_BEFORE_BY' && isProved(answers, 'MATCHES_NOTHING')) continue;
    const verdict = await refute(formula);
    if (isReportedIfRefuted || verdict.verdict !== 'COUNTEREXAMPLE') answers.push({ ...question, ...verdict });
  }
  const isCompared = 'against' in subject && subject.against !== undefined;
  return { answers, relation: isCompared ? relationOf(answers) : undefined };
}

function isProved(answers: readonly QuestionAnswer[], question: AnalysisQuestion): boolean {
  return answers.some((answer) => answer.question === question && answer.verdict === 'PROVED');
}

function questionsOf(subject: Subject, on: ConditionSubject): Question[] {
  const { decision, rule, against, others, live, promises } = subject;
  const [before, after] = [
    live === undefined ? others : [live, ...others],
    rule === undefined ? others : [rule, ...others],
  ];
  const rules = ruleChangeFormulas({ before, after, lists: new Map(), promises });
  // promises about the decision need a decision
  const whole = decision && decisionFormulas(decision, promises);
  const ofPromises = [
    ...violationsAt('after', rules, 'RULES'),
    ...(whole ? violationsAt('after', whole, 'DECISION') : []),
  ];
  const ofDecision = decision === undefined ? [] : decisionQuestions(decision, rule);
  if (rule === undefined) return [...ofDecision, ...ofPromises];
  const own: Formula = { rule };
  const earlier = others.filter((other) => isBefore(other, rule, on));
  const later = others.filter((other) => isBefore(rule, other, on));
  const named = ({ name, version }: AnalyzedRule) => ({ other: name, otherVersion: version });
  const here = decision === undefined ? own : matchFormula(decision, rule);
  return [
    { question: 'MATCHES_NOTHING', formula: here },
    { question: 'MATCHES_EVERYTHING', formula: decision === undefined ? not(own) : every(decision.known, not(here)) },
    ...(against === undefined ? [] : comparisons(own, against)),
    ...(decision === undefined ? newDecisions(rules) : ofDecision),
    ...(earlier.length === 0
      ? []
      : [
          {
            question: 'ADDS_NOTHING' as const,
            formula: every(own, not(some(...earlier.map((other): Formula => ({ rule: other }))))),
          },
        ]),
    ...earlier.map((other) => ({
      question: 'SHADOWED_BY' as const,
      ...named(other),
      formula: every(own, not({ rule: other })),
      isReportedIfRefuted: false,
    })),
    ...later.map((other) => ({
      question: 'SHADOWS' as const,
      ...named(other),
      formula: every({ rule: other }, not(own)),
      isReportedIfRefuted: false,
    })),
    ...ofPromises,
  ];
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
