import type { AnalysisQuestion, Condition, ConditionSubject } from '@cardwright/contract';
import type { AnalyzedRule } from './analyzed-rule.ts';
import { type Example, exampleOf, meets } from './example.ts';
import { hoursOf, type LocalTime, type Period, periodsOf } from './local-times.ts';
import { allOf, anyOf, conditionTerm, declarations, preferences, requestedValues } from './smt-text.ts';
import type { SolverAnswer, SolverTask } from './solver-thread.ts';
import { type BankTraits, vocabularyOf } from './vocabulary.ts';

/** A combination of rules and conditions that a message meets or not. */
export type Formula =
  | { readonly rule: AnalyzedRule }
  | { readonly condition: Condition }
  | { readonly every: readonly Formula[] }
  | { readonly some: readonly Formula[] }
  | { readonly no: Formula };

/** A statement, and the messages that refute it. */
export interface Question {
  readonly question: AnalysisQuestion;
  /** The other rule, or the promise. */
  readonly other?: string;
  readonly otherVersion?: number;
  /** A message that meets it refutes the statement. */
  readonly formula: Formula;
  /** That two rules do not shadow each other is the usual case. */
  readonly isListedIfRefuted?: boolean;
}

/** The surroundings of all questions of one analysis. */
export interface AnalysisContext {
  readonly subject: ConditionSubject;
  readonly bank: BankTraits;
  readonly nowMs: number;
  readonly localTime: LocalTime;
}

export type Verdict =
  | { readonly verdict: 'PROVED' }
  | { readonly verdict: 'COUNTEREXAMPLE'; readonly example: Example }
  | { readonly verdict: 'UNDECIDED' };

/** A question in the form of the solver, and how to read the answer. */
export interface PreparedQuestion {
  readonly task: SolverTask;
  read(answer: SolverAnswer): Verdict;
}

/** Asks whether a message meets the formula. `PROVED` means that none does. Pure. */
export function prepareQuestion(formula: Formula, context: AnalysisContext): PreparedQuestion {
  const rules = rulesOf(formula);
  const vocabulary = vocabularyOf(context.subject, conditionsOf(formula), context.bank);
  const periods = periodsOf(context.nowMs, rules);
  const script = [
    ...declarations(vocabulary),
    `(declare-const period Int)\n(assert (<= 0 period ${periods.length - 1}))`,
    ...localTimes(periods, context, (field) => vocabulary.variables.has(field)),
    `(assert ${formulaTerm(formula, (condition) => conditionTerm(condition, vocabulary), periods)})`,
  ];
  const values = [...requestedValues(vocabulary), 'period'];
  return {
    task: { script: script.join('\n'), preferences: preferences(vocabulary), values },
    read(answer) {
      if (answer.verdict === 'unsat') return { verdict: 'PROVED' };
      if (answer.verdict === 'undecided') return { verdict: 'UNDECIDED' };
      const period = periods[Number(answer.values.get('period') ?? 0)];
      if (period === undefined) return { verdict: 'UNDECIDED' };
      const example = exampleOf(vocabulary, answer.values, { period, localTime: context.localTime });
      // the functions that decide messages have the last word
      return holds(formula, example) ? { verdict: 'COUNTEREXAMPLE', example } : { verdict: 'UNDECIDED' };
    },
  };
}

/** Whether the example meets the formula, by the functions that decide messages. */
export function holds(formula: Formula, example: Example): boolean {
  if ('no' in formula) return !holds(formula.no, example);
  if ('every' in formula) return formula.every.every((part) => holds(part, example));
  if ('some' in formula) return formula.some.some((part) => holds(part, example));
  if ('condition' in formula) return meets(formula.condition, example);
  return isInForce(formula.rule, example.at.getTime()) && meets(formula.rule.condition, example);
}

function isInForce({ fromMs, untilMs }: AnalyzedRule, atMs: number): boolean {
  return fromMs <= atMs && atMs < untilMs;
}

function formulaTerm(formula: Formula, termOf: (condition: Condition) => string, periods: readonly Period[]): string {
  if ('no' in formula) return `(not ${formulaTerm(formula.no, termOf, periods)})`;
  if ('every' in formula) return allOf(formula.every.map((part) => formulaTerm(part, termOf, periods)));
  if ('some' in formula) return anyOf(formula.some.map((part) => formulaTerm(part, termOf, periods)));
  if ('condition' in formula) return termOf(formula.condition);
  const { rule } = formula;
  const inForce = periods.flatMap((period, at) => (isInForce(rule, period.fromMs) ? [`(= period ${at})`] : []));
  return allOf([termOf(rule.condition), ...(inForce.length === periods.length ? [] : [anyOf(inForce)])]);
}

/** A short period contains only some hours of the week. */
function localTimes(
  periods: readonly Period[],
  { localTime }: AnalysisContext,
  isUsed: (field: string) => boolean,
): string[] {
  const [usesHour, usesWeekday] = [isUsed('localHour'), isUsed('localWeekday')];
  if (!usesHour && !usesWeekday) return [];
  return periods.flatMap((period, at) => {
    const days = hoursOf(period, localTime);
    if (days === undefined) return [];
    const terms = [...days].map(([weekday, hours]) =>
      allOf([
        ...(usesWeekday ? [`(= f_localWeekday ${weekday})`] : []),
        ...(usesHour ? [anyOf([...hours].map((hour) => `(= f_localHour ${hour})`))] : []),
      ]),
    );
    return [`(assert (=> (= period ${at}) ${anyOf(terms)}))`];
  });
}

function rulesOf(formula: Formula): AnalyzedRule[] {
  if ('no' in formula) return rulesOf(formula.no);
  if ('every' in formula) return formula.every.flatMap(rulesOf);
  if ('some' in formula) return formula.some.flatMap(rulesOf);
  return 'rule' in formula ? [formula.rule] : [];
}

function conditionsOf(formula: Formula): Condition[] {
  if ('no' in formula) return conditionsOf(formula.no);
  if ('every' in formula) return formula.every.flatMap(conditionsOf);
  if ('some' in formula) return formula.some.flatMap(conditionsOf);
  return ['rule' in formula ? formula.rule.condition : formula.condition];
}
