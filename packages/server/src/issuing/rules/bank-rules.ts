import {
  type Condition,
  type ConditionFacts,
  comparisonsOf,
  compileCondition,
  type ListMembers,
  type RequestedFigure,
  type RuleEffect,
  requestedFigures,
} from '@cardwright/contract';

/** A version of a bank's rule, ready to be asked. */
export interface RuleInSet extends RuleInForce {
  readonly effect: RuleEffect;
  readonly isMetBy: (facts: ConditionFacts) => boolean;
  /** What it asks beyond the message. */
  readonly figures: readonly RequestedFigure[];
}

/** When a version is in force, and its place among the others. */
export interface RuleInForce {
  readonly name: string;
  /** 0 for one that is only assumed. */
  readonly version: number;
  readonly number: number;
  readonly fromMs: number;
  readonly untilMs: number;
}

/** What a bank asks of its own in one edition of its rules and lists (docs/interface/rules.md). */
export interface RuleSet {
  readonly edition: number;
  /** In the order in which they are asked. */
  readonly live: readonly RuleInSet[];
  readonly shadow: readonly RuleInSet[];
}

export interface BankRulesResult {
  /** How many live ones were asked: none after the one that declines. */
  readonly asked: number;
  readonly declining: RuleInSet | undefined;
  readonly shadowAsked: number;
  readonly shadowMet: readonly RuleInSet[];
}

/** Asks the live rules until one declines, and all that are in the shadow. Pure. */
export function evaluateBankRules({ live, shadow }: RuleSet, facts: ConditionFacts, now: Date): BankRulesResult {
  const inForce = live.filter((rule) => isEvaluatedAt(rule, now));
  const at = inForce.findIndex((rule) => rule.isMetBy(facts));
  const tried = shadow.filter((rule) => isEvaluatedAt(rule, now));
  return {
    asked: at < 0 ? inForce.length : at + 1,
    declining: inForce[at],
    shadowAsked: tried.length,
    shadowMet: tried.filter((rule) => rule.isMetBy(facts)),
  };
}

export function isEvaluatedAt({ fromMs, untilMs }: RuleInForce, now: Date): boolean {
  return fromMs <= now.getTime() && now.getTime() < untilMs;
}

/** What all of them ask beyond the message, each once. */
export function figuresOfRules(rules: RuleSet): readonly RequestedFigure[] {
  const known = FIGURES.get(rules);
  if (known !== undefined) return known;
  const all = [...rules.live, ...rules.shadow].flatMap(({ figures }) => figures);
  const figures = [...new Map(all.map((one) => [`${one.field} ${one.limit}`, one])).values()];
  FIGURES.set(rules, figures);
  return figures;
}

/** A bank's rules change seldom, and are asked with each message. */
const FIGURES = new WeakMap<RuleSet, readonly RequestedFigure[]>();

/** The rules with others laid over them: each stands in for the live one of its name. */
export function withProposed(rules: RuleSet | undefined, proposed: readonly RuleInSet[]): RuleSet | undefined {
  if (proposed.length === 0) return rules;
  const { edition, live, shadow } = rules ?? { edition: 0, live: [], shadow: [] };
  const numbers = new Map(live.map(({ name, number }) => [name, number]));
  const names = new Set(proposed.map(({ name }) => name));
  const placed = proposed.map((rule) => ({ ...rule, number: numbers.get(rule.name) ?? rule.number }));
  return { edition, live: inOrder([...live.filter(({ name }) => !names.has(name)), ...placed]), shadow };
}

export function inOrder<R extends RuleInForce>(rules: readonly R[]): R[] {
  return rules.toSorted((one, other) => one.number - other.number || one.version - other.version);
}

/** What a rule says, as it is stored or sent. */
export interface RuleContent {
  readonly name: string;
  readonly version: number;
  readonly number: number;
  readonly condition: Condition;
  readonly effect: RuleEffect;
  readonly from: Date | null;
  readonly until: Date | null;
}

export function toBankRule(content: RuleContent, listOf: (name: string) => ListMembers): RuleInSet {
  const { name, version, number, condition, effect } = content;
  const isMetBy = compileCondition(condition, listOf);
  return { name, version, number, effect, ...timesOfRule(content), isMetBy, figures: requestedFigures(condition) };
}

export function timesOfRule({ from, until }: Pick<RuleContent, 'from' | 'until'>) {
  return {
    fromMs: from?.getTime() ?? Number.NEGATIVE_INFINITY,
    untilMs: until?.getTime() ?? Number.POSITIVE_INFINITY,
  };
}

/** Lists that a condition names. */
export function listsOf(condition: Condition): string[] {
  return comparisonsOf(condition).flatMap(({ op, value }) =>
    op === 'inList' || op === 'notInList' ? [value as string] : [],
  );
}

/** Whether a condition asks if a message is the first of its card at its merchant. */
export function usesFirstAtMerchant(condition: Condition): boolean {
  return requestedFigures(condition).some(({ field }) => field === 'firstAtMerchant');
}

/** Whether one of the rules does. */
export function usesFirst(rules: RuleSet): boolean {
  return figuresOfRules(rules).some(({ field }) => field === 'firstAtMerchant');
}
