import type { Condition } from '@cardwright/contract';
import { createCalendar } from '../../../platform/kernel/time/calendar.ts';
import { type AnalysisReport, conditionsOf, toResponse } from './analysis-response.ts';
import { analyze, type Limits, type Subject } from './analyze.ts';
import {
  type ChangeQuestions,
  changeQuestions,
  listEntryFacts,
  type RuleChange,
  ruleChangeFormulas,
  withChangedLists,
} from './change-questions.ts';
import { decisionFormulas } from './decision-questions.ts';
import { every } from './formulas.ts';
import type { AnalysisSetting } from './question.ts';
import type { Solver } from './solver-thread.ts';
import type { DecisionInput, TranslateDecision } from './whole-decision.ts';

/** A change that affects decisions, and the questions about it. */
export interface ChangeSubject extends ChangeQuestions {
  readonly change: RuleChange;
  /** The conditions of the limits of a product. */
  readonly conditions: readonly Condition[];
}

/** An analysis in a form that a thread can receive. */
export interface AnalysisTask {
  readonly subject: Omit<Subject, 'decision'> | ChangeSubject;
  /** Undefined for an analysis of rules only. */
  readonly whole?: DecisionInput | undefined;
  readonly setting: AnalysisSetting;
  readonly limits: Limits;
}

const NO_CUT_OFF = '00:00';

/** Translates the subject of a task to logic, and answers its questions. */
export async function answerTask(
  solver: Solver,
  translate: TranslateDecision,
  { subject, whole: input, setting, limits }: AnalysisTask,
): Promise<AnalysisReport> {
  const { localTime } = createCalendar(setting.timeZone, NO_CUT_OFF);
  const context = { ...setting, localTime };
  const now = new Date(setting.nowMs);
  if ('change' in subject) {
    const { change, conditions: ofLimits } = subject;
    const { before, after, promises, lists } = change;
    const conditions = [...[...before, ...after, ...promises].map(({ condition }) => condition), ...ofLimits];
    const changed = (condition: Condition) => withChangedLists(condition, lists);
    const rulesAfter = () => after.map((rule) => ({ ...rule, condition: changed(rule.condition) }));
    const whole = input && translate(input, { before, after: rulesAfter(), promises }, now, changed);
    const known = whole && every(whole.decision.known, listEntryFacts(conditions, lists));
    const formulas =
      whole && known ? decisionFormulas({ ...whole.decision, known }, promises) : ruleChangeFormulas(change);
    const questions = changeQuestions(formulas, subject);
    const numbers = whole?.decision.numbers;
    const { answers } = await analyze(solver, { questions, numbers }, context, limits);
    return { ...toResponse(conditions, setting, answers, whole), relation: undefined };
  }
  const { rule, others, live, promises } = subject;
  const before = live === undefined ? others : [...others, live];
  const after = rule === undefined ? before : [...others, rule];
  const whole = input && translate(input, { before, after, promises }, now);
  const { answers, relation } = await analyze(solver, { ...subject, decision: whole?.decision }, context, limits);
  return { ...toResponse(conditionsOf(subject), setting, answers, whole), relation };
}
