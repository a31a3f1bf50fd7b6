import type { AnyRuleEffect, Condition, ConditionSubject, PromiseLevel, PromiseOutcome } from '@cardwright/contract';

/** A version of a rule, as the analysis compares it. */
export interface AnalyzedRule {
  readonly name: string;
  /** 0 for a rule that is not stored. */
  readonly version: number;
  /** Its place in the order of evaluation. */
  readonly number: number;
  readonly condition: Condition;
  readonly effect: AnyRuleEffect;
  readonly fromMs: number;
  readonly untilMs: number;
}

/** A condition on messages, and the outcome that the rules must keep for them. */
export interface RulePromise {
  readonly name: string;
  /** Undefined for a promise that is not stored. */
  readonly version?: number;
  readonly condition: Condition;
  readonly outcome: PromiseOutcome;
  /** What keeps the promise: the rules, or the whole decision at the subject of the analysis. */
  readonly by?: PromiseLevel;
}

/** The effects of rules, from the mildest to the strictest. All effects of rules on authorizations are equally strict. */
const STRICTNESS: readonly AnyRuleEffect[] = ['approve', 'require_code', 'decline'];

/** Whether a rule acts before another, or more strictly, on every message that meets both. */
export function isBefore(one: AnalyzedRule, other: AnalyzedRule, subject: ConditionSubject): boolean {
  if (subject === 'provisioning') {
    const difference = STRICTNESS.indexOf(one.effect) - STRICTNESS.indexOf(other.effect);
    if (difference !== 0) return difference > 0;
  }
  return one.number < other.number;
}

/** Whether a rule declines a message that meets it. */
export function declines({ effect }: Pick<AnalyzedRule, 'effect'>): boolean {
  return effect !== 'approve' && effect !== 'require_code';
}
