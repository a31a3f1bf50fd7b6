import type { AnalysisQuestion, Condition, ConditionTest, PromiseLevel } from '@cardwright/contract';
import { type AnalyzedRule, declines, type RulePromise } from './analyzed-rule.ts';
import { every, not, some } from './formulas.ts';
import type { Formula, Question } from './question.ts';

/** The entries that a list gains and loses. */
export interface EntryChange {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

export type EntryChanges = ReadonlyMap<string, EntryChange>;

/** The live rules before and after a change of rules and lists, and the promises that they must keep. */
export interface RuleChange {
  readonly before: readonly AnalyzedRule[];
  readonly after: readonly AnalyzedRule[];
  readonly lists: EntryChanges;
  readonly promises: readonly RulePromise[];
}

/** The messages that a statement is about, before and after a change. */
export interface Sides {
  readonly before: Formula;
  readonly after: Formula;
}

/** The messages that are declined before and after a change, and those that break each promise. */
export interface ChangeFormulas {
  /** What is true of every message. */
  readonly known: Formula;
  readonly declined: Sides;
  readonly broken: readonly { readonly promise: RulePromise; readonly sides: Sides }[];
}

/** The formulas of a change of rules and lists. Pure. */
export function ruleChangeFormulas({ before, after, lists, promises }: RuleChange): ChangeFormulas {
  const conditions = [...before, ...after, ...promises].map(({ condition }) => condition);
  const declined = {
    before: declinedBy(before),
    after: declinedBy(after.map((rule) => ({ ...rule, condition: withChangedLists(rule.condition, lists) }))),
  };
  return {
    known: listEntryFacts(conditions, lists),
    declined,
    broken: promises.map((promise) => ({
      promise,
      sides: {
        before: breaks(promise, promise.condition, declined.before),
        after: breaks(promise, withChangedLists(promise.condition, lists), declined.after),
      },
    })),
  };
}

function breaks({ outcome }: RulePromise, condition: Condition, declined: Formula): Formula {
  return every({ condition }, outcome === 'NEVER_DECLINED' ? declined : not(declined));
}

function declinedBy(rules: readonly AnalyzedRule[]): Formula {
  return some(...rules.filter(declines).map((rule) => ({ rule })));
}

/** The questions about a change. */
export interface ChangeQuestions {
  /** Whether to ask what the change newly declines and approves. */
  readonly comparesDecisions: boolean;
  /** Whether to ask which promises the change breaks, or which are broken before or after it. */
  readonly broken: 'newly' | keyof Sides;
  /** The names of the promises. */
  readonly names: readonly string[];
}

const NEW_DECISIONS = ['DECLINES_NOTHING_NEW', 'APPROVES_NOTHING_NEW'] as const;

/** Creates the questions about a change. Pure. */
export function changeQuestions(
  formulas: ChangeFormulas,
  { comparesDecisions, broken, names }: ChangeQuestions,
): Question[] {
  const ofPromises = broken === 'newly' ? newViolations(formulas) : violationsAt(broken, formulas);
  return [
    ...(comparesDecisions ? newDecisions(formulas) : []),
    ...ofPromises.filter(({ other = '' }) => names.includes(other)),
  ];
}

/** The same questions without their formulas. Pure. */
export function questionNames({
  comparesDecisions,
  names,
}: ChangeQuestions): { readonly question: AnalysisQuestion; readonly other?: string }[] {
  const ofPromises = names.map((other) => ({ question: 'KEEPS_PROMISE' as const, other }));
  return [...(comparesDecisions ? NEW_DECISIONS.map((question) => ({ question })) : []), ...ofPromises];
}

/** What a change newly declines and approves. */
export function newDecisions({ known, declined: { before, after } }: ChangeFormulas): Question[] {
  return [
    { question: 'DECLINES_NOTHING_NEW', formula: every(known, after, not(before)) },
    { question: 'APPROVES_NOTHING_NEW', formula: every(known, before, not(after)) },
  ];
}

/** Whether a change breaks promises that were kept before it. */
export function newViolations({ known, broken }: ChangeFormulas): Question[] {
  return broken.map(({ promise, sides }) => matchesDecision(promise, every(known, sides.after, not(sides.before))));
}

/** Whether promises are broken before or after a change; with `by`, only those about the rules or about the decision. */
export function violationsAt(side: keyof Sides, { known, broken }: ChangeFormulas, by?: PromiseLevel): Question[] {
  const matching = broken.filter(({ promise }) => by === undefined || (promise.by ?? 'RULES') === by);
  return matching.map(({ promise, sides }) => matchesDecision(promise, every(known, sides[side])));
}

function matchesDecision({ name, version }: RulePromise, formula: Formula): Question {
  return { question: 'KEEPS_PROMISE', other: name, ...(version !== undefined && { otherVersion: version }), formula };
}

/**
 * The condition after a change of lists, in terms of the lists before it. A list stands for its entries before the
 * change, which can be any. The changed entries are known. Pure.
 */
export function withChangedLists(condition: Condition, lists: EntryChanges): Condition {
  const within = (part: Condition) => withChangedLists(part, lists);
  if ('not' in condition) return { not: within(condition.not) };
  if ('all' in condition) return { all: condition.all.map(within) };
  if ('any' in condition) return { any: condition.any.map(within) };
  const change = changeOf(condition, lists);
  if (change === undefined) return condition;
  const [gained, lost] = condition.op === 'inList' ? [change.added, change.removed] : [change.removed, change.added];
  return {
    any: [
      lost.length === 0 ? condition : { all: [condition, test(condition, 'notIn', lost)] },
      ...(gained.length === 0 ? [] : [test(condition, 'in', gained)]),
    ],
  };
}

/** What is true of every message: an added entry was not in the list, and a removed one was. Pure. */
export function listEntryFacts(conditions: readonly Condition[], lists: EntryChanges): Formula {
  const impossible = conditions.flatMap((condition) => contradictions(condition, lists));
  return every(...new Map(impossible.map((formula) => [JSON.stringify(formula), not(formula)])).values());
}

function contradictions(condition: Condition, lists: EntryChanges): Formula[] {
  if ('not' in condition) return contradictions(condition.not, lists);
  if ('all' in condition) return condition.all.flatMap((part) => contradictions(part, lists));
  if ('any' in condition) return condition.any.flatMap((part) => contradictions(part, lists));
  const change = changeOf(condition, lists);
  if (change === undefined) return [];
  const both = (entries: readonly string[], op: 'inList' | 'notInList'): Formula[] =>
    entries.length === 0 ? [] : [{ condition: { all: [test(condition, 'in', entries), { ...condition, op }] } }];
  return [...both(change.added, 'inList'), ...both(change.removed, 'notInList')];
}

function changeOf({ op, value }: ConditionTest, lists: EntryChanges): EntryChange | undefined {
  return op === 'inList' || op === 'notInList' ? lists.get(value as string) : undefined;
}

function test({ field }: ConditionTest, op: 'in' | 'notIn', value: readonly string[]): ConditionTest {
  return { field, op, value: [...value] };
}
