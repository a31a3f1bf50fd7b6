import type { AnalyzeRule, BodyError, Condition } from '@cardwright/contract';
import type { Bank } from '../../platform/kernel/bank.ts';
import type { Failure, Success } from '../../platform/kernel/result.ts';
import type { Tx } from '../../platform/storage/index.ts';
import type { DecisionInput } from './analysis/whole-decision.ts';

export interface DecisionContext {
  readonly tx: Tx;
  readonly bank: Bank;
  readonly now: Date;
}

/** The decision at all accounts of a product, at one time. */
export interface ProductState {
  readonly productCode: string;
  /** The conditions of its limits. */
  readonly conditions: readonly Condition[];
  /** Everything that its decisions depend on except rules and the entries of lists, as text. */
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
  /** The file of the thread that translates the decisions of this reader. */
  readonly worker: URL;
  read(
    context: DecisionContext,
    body: Pick<AnalyzeRule, 'subject' | 'proposal'>,
  ): Promise<
    | Success<DecisionInput>
    | Failure<BodyError | 'account_not_found' | 'card_not_found' | 'token_not_found' | 'merchant_list_not_found'>
  >;
  /** @param before the products before a change of this transaction, which leaves the settings of accounts as they are */
  readProducts(context: DecisionContext, before?: ProductStates): Promise<ProductStates>;
  /**
   * Returns the decision at a product before and after a change.
   * @param states two states of this reader
   */
  compare(bank: Bank, states: readonly [before: ProductState, after: ProductState]): DecisionInput;
}
