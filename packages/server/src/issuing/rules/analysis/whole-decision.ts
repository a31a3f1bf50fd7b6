import type { Condition, ExampleValue } from '@cardwright/contract';
import type { Currency } from '../../../platform/kernel/money.ts';
import type { AnalyzedRule, RulePromise } from './analyzed-rule.ts';
import type { AnalyzedDecision } from './decision-questions.ts';
import type { Example } from './example.ts';

/** The whole decision at the subject of an analysis, in logic. */
export interface WholeDecision {
  readonly decision: AnalyzedDecision;
  /** Rules of the decision that are assumed to decline nothing. */
  readonly assumes: readonly string[];
  /** State of the account that can have any value. */
  readonly free: readonly string[];
  /** The state that an example needs. */
  valuesOf(example: Example): ExampleValue[];
  /** The decisions on an example, before and after the change, by the function that decides messages. */
  decide(example: Example): readonly [before: { readonly reason: string }, after: { readonly reason: string }];
}

/** The live rules before and after a change, and the promises. */
export interface AnalyzedRules {
  readonly before: readonly AnalyzedRule[];
  readonly after: readonly AnalyzedRule[];
  readonly promises?: readonly RulePromise[];
}

/** The subject of an analysis before and after a change, in a form that a thread can receive. */
export interface DecisionInput {
  /** The currency of the account. */
  readonly currency: Currency;
  /** The subject, which a capability above this one has read. */
  readonly content: unknown;
}

/**
 * Translates a subject to logic. A capability above this one knows accounts and decisions.
 * @param changed maps a condition before the change to the one after it
 */
export type TranslateDecision = (
  input: DecisionInput,
  rules: AnalyzedRules,
  now: Date,
  changed?: (condition: Condition) => Condition,
) => WholeDecision;
