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

/** A version of a bank's rule with its compiled condition. */
export interface RuleInSet<Effect = RuleEffect> extends RuleInForce {
  readonly effect: Effect;
  readonly condition: Condition;
  readonly isMetBy: (facts: ConditionFacts) => boolean;
  /** The figures beyond the message that the condition uses. */
  readonly figures: readonly RequestedFigure[];
}

/** The period in which a version is in force, and its place in the order of evaluation. */
export interface RuleInForce {
  readonly name: string;
  /** 0 for a proposed rule that is not stored. */
  readonly version: number;
  readonly number: number;
  readonly fromMs: number;
  readonly untilMs: number;
}

/** The rules of a bank in one edition of its rules and lists (docs/interface/rules.md). */
export interface RuleSet<Effect = RuleEffect> {
  readonly edition: number;
  /** The live rules in the order of evaluation. */
  readonly live: readonly RuleInSet<Effect>[];
  readonly shadow: readonly RuleInSet<Effect>[];
}

export interface BankRulesResult {
  /** The number of evaluated live rules; evaluation ends at the rule that declines. */
  readonly evaluatedCount: number;
  readonly declining: RuleInSet | undefined;
  readonly shadowCount: number;
  readonly shadowRules: readonly RuleInSet[];
}

/** Evaluates the live rules until one declines, and all rules in shadow. Pure. */
export function evaluateBankRules({ live, shadow }: RuleSet, facts: ConditionFacts, now: Date): BankRulesResult {
  const inForce = live.filter((rule) => isEvaluatedAt(rule, now));
  const at = inForce.findIndex((rule) => rule.isMetBy(facts));
  const shadowRulesAtTime = shadow.filter((rule) => isEvaluatedAt(rule, now));
  return {
    evaluatedCount: at < 0 ? inForce.length : at + 1,
    declining: inForce[at],
    shadowCount: shadowRulesAtTime.length,
    shadowRules: shadowRulesAtTime.filter((rule) => rule.isMetBy(facts)),
  };
}

export function isEvaluatedAt({ fromMs, untilMs }: RuleInForce, now: Date): boolean {
  return fromMs <= now.getTime() && now.getTime() < untilMs;
}

/** The figures beyond the message that the rules use, each once. */
export function figuresOfRules(rules: RuleSet): readonly RequestedFigure[] {
  const cachedFigures = FIGURES.get(rules);
  if (cachedFigures !== undefined) return cachedFigures;
  const all = [...rules.live, ...rules.shadow].flatMap(({ figures }) => figures);
  const figures = [...new Map(all.map((one) => [`${one.field} ${one.limit}`, one])).values()];
  FIGURES.set(rules, figures);
  return figures;
}

/** Caches the figures of a rule set, because rules rarely change, but every message evaluates them. */
const FIGURES = new WeakMap<RuleSet, readonly RequestedFigure[]>();

/** Adds proposed rules; a proposed rule replaces the live rule of the same name. */
export function withProposedRules<Effect>(
  rules: RuleSet<Effect> | undefined,
  proposedRules: readonly RuleInSet<Effect>[],
): RuleSet<Effect> | undefined {
  if (proposedRules.length === 0) return rules;
  const { edition, live, shadow } = rules ?? { edition: 0, live: [], shadow: [] };
  const numbers = new Map(live.map(({ name, number }) => [name, number]));
  const names = new Set(proposedRules.map(({ name }) => name));
  const numberedRules = proposedRules.map((rule) => ({ ...rule, number: numbers.get(rule.name) ?? rule.number }));
  return { edition, live: inOrder([...live.filter(({ name }) => !names.has(name)), ...numberedRules]), shadow };
}

export function inOrder<R extends RuleInForce>(rules: readonly R[]): R[] {
  return rules.toSorted((one, other) => one.number - other.number || one.version - other.version);
}

/** The content of a rule, as it is stored or sent. */
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
  const figures = requestedFigures(condition);
  return { name, version, number, effect, condition, ...timesOfRule(content), isMetBy, figures };
}

export function timesOfRule({ from, until }: Pick<RuleContent, 'from' | 'until'>) {
  return {
    fromMs: from?.getTime() ?? Number.NEGATIVE_INFINITY,
    untilMs: until?.getTime() ?? Number.POSITIVE_INFINITY,
  };
}

/** The lists that a condition names. */
export function listsOf(condition: Condition): string[] {
  return comparisonsOf(condition).flatMap(({ op, value }) =>
    op === 'inList' || op === 'notInList' ? [value as string] : [],
  );
}

/** Whether a condition uses firstAtMerchant: whether a message is the first of its card at its merchant. */
export function usesFirstAtMerchant(condition: Condition): boolean {
  return requestedFigures(condition).some(({ field }) => field === 'firstAtMerchant');
}

/** Whether a rule uses firstAtMerchant. */
export function usesFirst(rules: RuleSet): boolean {
  return figuresOfRules(rules).some(({ field }) => field === 'firstAtMerchant');
}
