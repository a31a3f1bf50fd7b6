import type { AnalysisQuestion, Condition, ConditionSubject } from '@cardwright/contract';
import type { AnalyzedRule } from './analyzed-rule.ts';
import { type Example, exampleOf, meets } from './example.ts';
import { hoursOf, type LocalTime, type Period, periodsOf } from './local-times.ts';
import {
  isOver,
  MINOR,
  type NumberVariable,
  numberDeclarations,
  numberSymbol,
  type SumOver,
  sumTerm,
} from './numbers.ts';
import { allOf, anyOf, conditionTerm, declarations, preferences, requestedValues } from './smt-text.ts';
import type { SolverAnswer, SolverTask } from './solver-thread.ts';
import { type BankTraits, presenceOf, vocabularyOf } from './vocabulary.ts';

/** A combination of rules, conditions and facts that a message meets or not. */
export type Formula =
  | { readonly rule: AnalyzedRule }
  | { readonly condition: Condition }
  /** The message arrives within a time. */
  | { readonly during: Pick<AnalyzedRule, 'fromMs' | 'untilMs'> }
  | SumOver
  /** The message has the field. */
  | { readonly present: 'country' }
  | { readonly every: readonly Formula[] }
  | { readonly some: readonly Formula[] }
  | { readonly no: Formula };

/** A statement, and the messages that refute it. */
export interface Question {
  readonly question: AnalysisQuestion;
  /** The name of the other rule, or of the promise. */
  readonly other?: string;
  readonly otherVersion?: number;
  /** A message that meets it refutes the statement. */
  readonly formula: Formula;
  /** False leaves out a refuted answer, because two rules usually do not shadow each other. Default: true. */
  readonly isReportedIfRefuted?: boolean;
}

/** The context of all questions of one analysis. */
export interface AnalysisContext {
  readonly subject: ConditionSubject;
  readonly bank: BankTraits;
  readonly nowMs: number;
  readonly localTime: LocalTime;
  /** The numbers that formulas sum up. */
  readonly numbers?: readonly NumberVariable[] | undefined;
}

/** The context in a form that a thread can receive. */
export type AnalysisSetting = Omit<AnalysisContext, 'localTime'> & { readonly timeZone: string };

export type Verdict =
  | { readonly verdict: 'PROVED' }
  | { readonly verdict: 'COUNTEREXAMPLE'; readonly example: Example }
  | { readonly verdict: 'UNDECIDED' };

/** A question in the form of the solver, with the function that reads the answer. */
export interface PreparedQuestion {
  readonly task: SolverTask;
  read(answer: SolverAnswer): Verdict;
}

/** Asks whether a message meets the formula. `PROVED` means that none does. Pure. */
export function prepareQuestion(formula: Formula, context: AnalysisContext): PreparedQuestion {
  const parts = partsOf(formula);
  const conditions = parts.flatMap((part) => conditionOf(part, context) ?? []);
  const vocabulary = vocabularyOf(context.subject, conditions, context.bank);
  const spans = parts.flatMap((part) => ('during' in part ? [part.during] : 'rule' in part ? [part.rule] : []));
  const periods = periodsOf(context.nowMs, spans);
  const summed = new Set(parts.flatMap((part) => ('sum' in part ? [...part.sum, ...(part.less ?? [])] : [])));
  const numbers = (context.numbers ?? []).filter(({ name }) => name === MINOR || summed.has(name));
  const script = [
    ...declarations(vocabulary),
    ...numberDeclarations(numbers, vocabulary),
    `(declare-const period Int)\n(assert (<= 0 period ${periods.length - 1}))`,
    ...localTimes(periods, context, (field) => vocabulary.variables.has(field)),
    `(assert ${formulaTerm(formula, (condition) => conditionTerm(condition, vocabulary), periods)})`,
  ];
  const values = [...requestedValues(vocabulary), ...numbers.map(numberSymbol), 'period'];
  const usual = numbers.map((number) => `(= ${numberSymbol(number)} ${number.usual})`);
  return {
    task: { script: script.join('\n'), preferences: [...usual, ...preferences(vocabulary)], values },
    read(answer) {
      if (answer.verdict === 'unsat') return { verdict: 'PROVED' };
      if (answer.verdict === 'undecided') return { verdict: 'UNDECIDED' };
      const period = periods[Number(answer.values.get('period') ?? 0)];
      if (period === undefined) return { verdict: 'UNDECIDED' };
      const valueOfNumber = (one: NumberVariable) => BigInt(answer.values.get(numberSymbol(one)) ?? one.usual);
      const found = new Map((context.numbers ?? []).map((one) => [one.name, valueOfNumber(one)]));
      const example = exampleOf(vocabulary, answer.values, { period, localTime: context.localTime, numbers: found });
      // the functions that decide messages must confirm the solver's example
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
  if ('during' in formula) return isInForce(formula.during, example.at.getTime());
  if ('sum' in formula) return isOver(formula, example.numbers);
  if ('present' in formula) return example.values.get(formula.present) !== undefined;
  return isInForce(formula.rule, example.at.getTime()) && meets(formula.rule.condition, example);
}

function isInForce({ fromMs, untilMs }: Pick<AnalyzedRule, 'fromMs' | 'untilMs'>, atMs: number): boolean {
  return fromMs <= atMs && atMs < untilMs;
}

function formulaTerm(formula: Formula, termOf: (condition: Condition) => string, periods: readonly Period[]): string {
  if ('no' in formula) return `(not ${formulaTerm(formula.no, termOf, periods)})`;
  if ('every' in formula) return allOf(formula.every.map((part) => formulaTerm(part, termOf, periods)));
  if ('some' in formula) return anyOf(formula.some.map((part) => formulaTerm(part, termOf, periods)));
  if ('condition' in formula) return termOf(formula.condition);
  if ('sum' in formula) return sumTerm(formula);
  if ('present' in formula) return presenceOf({ name: `f_${formula.present}` });
  const span = 'during' in formula ? formula.during : formula.rule;
  const inForce = periods.flatMap((period, at) => (isInForce(span, period.fromMs) ? [`(= period ${at})`] : []));
  return allOf([
    ...('rule' in formula ? [termOf(formula.rule.condition)] : []),
    ...(inForce.length === periods.length ? [] : [anyOf(inForce)]),
  ]);
}

/** The bounds of local hours and weekdays, because a short period contains only some of them. */
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

type Part = Exclude<Formula, { every: unknown } | { some: unknown } | { no: unknown }>;

function conditionOf(part: Part, { bank }: AnalysisContext): Condition | undefined {
  if ('condition' in part) return part.condition;
  if ('present' in part) return { field: part.present, op: 'eq', value: bank.country } as Condition;
  return 'rule' in part ? part.rule.condition : undefined;
}

/** The parts of a formula that combine no other formulas. */
function partsOf(formula: Formula): Part[] {
  if ('no' in formula) return partsOf(formula.no);
  if ('every' in formula) return formula.every.flatMap(partsOf);
  if ('some' in formula) return formula.some.flatMap(partsOf);
  return [formula];
}
