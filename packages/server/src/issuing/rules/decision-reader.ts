import type { AnalyzeRule, BodyError, Condition, ExampleValue } from '@cardwright/contract';
import type { Bank } from '../../platform/kernel/bank.ts';
import type { Currency } from '../../platform/kernel/money.ts';
import type { Failure, Success } from '../../platform/kernel/result.ts';
import type { Tx } from '../../platform/storage/index.ts';
import type { AnalyzedRule, RulePromise } from './analysis/analyzed-rule.ts';
import type { AnalyzedDecision } from './analysis/decision-questions.ts';
import type { Example } from './analysis/example.ts';

export interface DecisionContext {
  readonly tx: Tx;
  readonly bank: Bank;
  readonly now: Date;
}

/** The whole decision at the subject of an analysis. */
export interface ReadDecision {
  readonly decision: AnalyzedDecision;
  /** Of the account. */
  readonly currency: Currency;
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

/** The decision at all accounts of a product, at one time. */
export interface ProductState {
  readonly productCode: string;
  /** The conditions of its limits. */
  readonly conditions: readonly Condition[];
  /** All that its decisions depend on, except for rules and the entries of lists, as text. */
  readonly basis: string;
}

/** The products of a bank, with the versions of their programs. */
export interface ProductStates {
  /** The later times at which a version comes into force. */
  readonly changesAt: readonly Date[];
  at(time: Date): readonly ProductState[];
}

/** Reads whole decisions for analyses. A capability above this one knows accounts and decisions. */
export interface DecisionReader {
  read(
    context: DecisionContext,
    body: Pick<AnalyzeRule, 'subject' | 'proposal'>,
    rules: AnalyzedRules,
  ): Promise<
    | Success<ReadDecision>
    | Failure<BodyError | 'account_not_found' | 'card_not_found' | 'token_not_found' | 'merchant_list_not_found'>
  >;
  readProducts(context: DecisionContext): Promise<ProductStates>;
  /**
   * The decision at a product before and after a change.
   * @param states two states of this reader
   * @param changed what a condition of before the change is after it
   */
  compare(
    context: Pick<DecisionContext, 'bank' | 'now'>,
    states: readonly [before: ProductState, after: ProductState],
    rules: AnalyzedRules,
    changed: (condition: Condition) => Condition,
  ): ReadDecision;
}
