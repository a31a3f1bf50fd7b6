import type { AccountLimits, Limit } from '../../limits/index.ts';
import type { ListsAtTime } from '../../merchant-lists/index.ts';
import type { RuleSet } from '../../rules/index.ts';
import type { DecisionOutcome } from '../decision/decide.ts';
import type { AccountFacts, CardFacts, TokenFact } from '../decision/facts.ts';
import type { RawMessage } from '../message/authorization-request.ts';
import type { SharedCounters } from './shared-counters.ts';

/** The stored part of a message that was decided before. */
export interface EarlierMessage {
  readonly raw: RawMessage;
  readonly outcome: DecisionOutcome;
  readonly at: Date;
}

/** An account after the decisions of the batch so far. */
export interface BatchAccount {
  facts: AccountFacts;
  /** Increases by one with each decision that changes the account. */
  sequence: bigint;
  /** The limits that the account shares with others; undefined if there are none. */
  readonly sharedLimits: readonly Limit[] | undefined;
  /** The limits of the account as they are stored. */
  readonly storedCounters: { readonly limits: AccountLimits | undefined; readonly hasRow: boolean };
}

/** The facts of a batch. Each decision changes the accounts for the next one. */
export interface BatchFacts {
  readonly accounts: Map<bigint, BatchAccount>;
  readonly cards: Map<bigint, CardFacts>;
  /** The rules of banks, by bank; no entry for a bank without rules. */
  readonly ownRules: ReadonlyMap<string, RuleSet>;
  /** The counters of shared limits, by bank; no entry for a bank without shared limits. */
  readonly sharedCounters: ReadonlyMap<string, SharedCounters>;
  /** The merchant lists that limits of these accounts name, by bank. */
  readonly lists: ReadonlyMap<string, ListsAtTime>;
  /** Where cards have paid, for messages whose conditions use it. */
  readonly paidMerchants: Set<string>;
  /** The times of reversals that arrived before their messages, by key of the message. */
  readonly reversedBefore: ReadonlyMap<bigint, Date>;
  /** The tokens that messages name, by key of the message. */
  readonly tokens: ReadonlyMap<bigint, TokenFact>;
  /** Stored messages, by {@link identity}. */
  readonly earlier: Map<string, EarlierMessage>;
}

/** The key of a message among the earlier ones. It contains the bank, because messages of unknown cards share one account. */
export function identity(bankId: string, accountId: bigint, key: bigint): string {
  return `${bankId}/${accountId}/${key}`;
}
