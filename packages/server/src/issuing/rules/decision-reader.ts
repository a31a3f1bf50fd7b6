import type { AnalyzeRule, BodyError, ExampleValue } from '@cardwright/contract';
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
}
