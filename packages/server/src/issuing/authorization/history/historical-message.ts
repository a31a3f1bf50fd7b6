import type { EvaluatedLimit, NamedLists } from '../../limits/limit.ts';
import type { RuleSet } from '../../rules/bank-rules.ts';
import type { AuthorizationMessage, CardTraits, PartnerFact, PaymentException, TokenFact } from '../decision/facts.ts';

export interface HistoricalMessage {
  readonly key: bigint;
  readonly cardId: bigint;
  readonly message: AuthorizationMessage;
  readonly decidedAt: Date;
  /** The actual approval code. In live traffic, a decline that becomes an approval would have had another code. */
  readonly approvalCode: string;
  /** The answer of the bank's own system. Unknown for a decline without a call. */
  readonly partner?: PartnerFact | undefined;
  /** When the message was reversed, if its reversal arrived first. */
  readonly reversedBefore?: Date | undefined;
  /** The token that the message names; undefined if the rule was not evaluated. */
  readonly token?: TokenFact | undefined;
  /** The exception that passed rules; undefined if none was needed. */
  readonly exception?: PaymentException | undefined;
  /**
   * The edition of the bank's rules and lists that decided the message; undefined if it was declined before they were
   * evaluated.
   */
  readonly edition: number | undefined;
  /** The version of the program that was in force; undefined if there was none. */
  readonly programVersion?: number | undefined;
  /** The evaluated shared limits; undefined if limits were not evaluated. */
  readonly sharedLimitsAt?: readonly EvaluatedLimit[] | undefined;
}

/** The inputs of a replay that it does not change. */
export interface Unchanging {
  /** The traits of the account's cards. */
  readonly traits: ReadonlyMap<bigint, CardTraits>;
  /** The bank's own rules at the time of the decision. */
  readonly ownRules: (message: HistoricalMessage) => RuleSet | undefined;
  /** The merchant lists that limits named at the time of the decision. */
  readonly lists: (message: HistoricalMessage) => NamedLists | undefined;
}

/** The inputs of a replay that makes no decision again. */
export const NO_RULES_OR_LISTS: Unchanging = {
  traits: new Map(),
  ownRules: () => undefined,
  lists: () => undefined,
};
