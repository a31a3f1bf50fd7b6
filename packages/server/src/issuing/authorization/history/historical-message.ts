import type { EvaluatedLimit, NamedLists } from '../../limits/limit.ts';
import type { RuleSet } from '../../rules/bank-rules.ts';
import type { AuthorizationMessage, CardTraits, PartnerFact } from '../decision/facts.ts';

export interface HistoricalMessage {
  readonly key: bigint;
  readonly cardId: bigint;
  readonly message: AuthorizationMessage;
  readonly decidedAt: Date;
  /** The code that it really got. A decline that becomes an approval would have got another code in live traffic. */
  readonly approvalCode: string;
  /** What the bank's own system said then. Of a decline that nobody asked about it is not known. */
  readonly partner?: PartnerFact | undefined;
  /** The edition of the bank's rules and lists that decided it; undefined where it does not tell, as it was declined before they were asked. */
  readonly edition: number | undefined;
  /** Of the program that was in force; undefined: none was. */
  readonly programVersion?: number | undefined;
  /** What the limits said that accounts share; undefined where limits were not asked. */
  readonly sharedLimitsAt?: readonly EvaluatedLimit[] | undefined;
}

/** What a replay takes as it is. */
export interface Unchanging {
  /** Of the cards of the account. */
  readonly traits: ReadonlyMap<bigint, CardTraits>;
  /** What the bank asked of its own when a message was decided. */
  readonly ownRules: (past: HistoricalMessage) => RuleSet | undefined;
  /** The merchant lists that limits name, as they were then. */
  readonly lists: (past: HistoricalMessage) => NamedLists | undefined;
}

/** For what is replayed without deciding anything again. */
export const NOTHING_OWN: Unchanging = {
  traits: new Map(),
  ownRules: () => undefined,
  lists: () => undefined,
};
