import type { Condition, ConditionTest } from '@cardwright/contract';
import { type AnalyzedRule, declines, type RulePromise } from './analyzed-rule.ts';
import { every, not, some } from './formulas.ts';
import type { Formula, Question } from './question.ts';

/** The entries that a list gains and loses. */
export interface EntryChange {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** What live rules are before and after a change, and what lists they read. */
export interface RuleChange {
  readonly before: readonly AnalyzedRule[];
  readonly after: readonly AnalyzedRule[];
  readonly lists: ReadonlyMap<string, EntryChange>;
  /** Those after the change. */
  readonly promises: readonly RulePromise[];
}

/**
 * What a change newly declines and approves, and which promises it newly breaks. A list stands for its entries before the
 * change, which can be any; the entries that change are known. Pure.
 */
export function changeQuestions({ before, after, lists, promises }: RuleChange): Question[] {
  const changed = after.map((rule) => ({ ...rule, condition: withChangedLists(rule.condition, lists) }));
  const conditions = [...before, ...after, ...promises].map(({ condition }) => condition);
  const impossible = conditions.flatMap((condition) => contradictions(condition, lists));
  const possible = [...new Map(impossible.map((formula) => [JSON.stringify(formula), not(formula)])).values()];
  const [then, now] = [declined(before), declined(changed)];
  const refutedBy = (...formulas: readonly Formula[]): Formula => every(...possible, ...formulas);
  return [
    { question: 'DECLINES_NOTHING_NEW', formula: refutedBy(now, not(then)) },
    { question: 'APPROVES_NOTHING_NEW', formula: refutedBy(then, not(now)) },
    ...promises.map(({ name, condition, outcome }): Question => {
      const breaks = (when: Condition, rules: Formula): Formula =>
        every({ condition: when }, outcome === 'NEVER_DECLINED' ? rules : not(rules));
      const isBroken = breaks(withChangedLists(condition, lists), now);
      return { question: 'KEEPS_PROMISE', other: name, formula: refutedBy(isBroken, not(breaks(condition, then))) };
    }),
  ];
}

function declined(rules: readonly AnalyzedRule[]): Formula {
  return some(...rules.filter(declines).map((rule) => ({ rule })));
}

/** The condition after the change, in terms of the lists before it. */
function withChangedLists(condition: Condition, lists: RuleChange['lists']): Condition {
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

/** What no message can be: an added entry was not in the list, and a removed one was. */
function contradictions(condition: Condition, lists: RuleChange['lists']): Formula[] {
  if ('not' in condition) return contradictions(condition.not, lists);
  if ('all' in condition) return condition.all.flatMap((part) => contradictions(part, lists));
  if ('any' in condition) return condition.any.flatMap((part) => contradictions(part, lists));
  const change = changeOf(condition, lists);
  if (change === undefined) return [];
  const both = (entries: readonly string[], op: 'inList' | 'notInList'): Formula[] =>
    entries.length === 0 ? [] : [{ condition: { all: [test(condition, 'in', entries), { ...condition, op }] } }];
  return [...both(change.added, 'inList'), ...both(change.removed, 'notInList')];
}

function changeOf({ op, value }: ConditionTest, lists: RuleChange['lists']): EntryChange | undefined {
  return op === 'inList' || op === 'notInList' ? lists.get(value as string) : undefined;
}

function test({ field }: ConditionTest, op: 'in' | 'notIn', value: readonly string[]): ConditionTest {
  return { field, op, value: [...value] };
}
