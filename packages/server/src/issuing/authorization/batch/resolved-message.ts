import type { Bank } from '../../../platform/kernel/bank.ts';
import { bucketOf } from '../../../platform/storage/index.ts';
import type { AccountLimits, Limit } from '../../limits/index.ts';
import type { ListsThen } from '../../merchant-lists/index.ts';
import type { RuleSet } from '../../rules/index.ts';
import type { CardReference } from '../decision/card-reference.ts';
import type { AnsweredDecision, Decision } from '../decision/decide.ts';
import type { AccountFacts, AuthorizationMessage, CardFacts, PartnerFact } from '../decision/facts.ts';
import type { RawMessage } from '../message/ecommerce-message.ts';
import type { SharedCounters } from './shared-counters.ts';

/** A message on its way through a batch. */
export interface BatchItem {
  readonly message: AuthorizationMessage;
  readonly kept: RawMessage;
  readonly keptText: string;
  readonly sender: number;
  /** The bank of the number's BIN, where the caller may act for it. */
  readonly bank: Bank | undefined;
  /**
   * Stand for the card in the message's identity while none is found: keyed hashes or masked text. New rows take the
   * first; messages of before a rotation are found by the others.
   */
  readonly cardMarks: () => readonly string[];
}

/** bank_id of messages whose number belongs to no bank here. */
export const UNKNOWN_BANK = '-';
/** account_id of messages whose card was not found. */
export const UNKNOWN_ACCOUNT = 0n;

/** The account whose messages keep their order: that of the only card that the number fits. */
export function accountOf(references: readonly CardReference[]): bigint {
  const [card] = references;
  return references.length === 1 && card !== undefined ? card.accountId : UNKNOWN_ACCOUNT;
}

/** A message with the card that its number fits, and what identifies it. */
export interface Placed {
  readonly item: BatchItem;
  readonly bankId: string;
  readonly accountId: bigint;
  readonly matches: number;
  readonly card: CardReference | undefined;
  readonly key: bigint;
  /** Keys under which the message may have been stored before a rotation; mostly none. */
  readonly otherKeys: readonly bigint[];
  /** What the bank's own system said, where it was asked. */
  readonly partner: PartnerFact | undefined;
}

export interface Decided {
  readonly placed: Placed;
  readonly decision: Decision;
  /** The account's sequence before the decision; null where there is no account. */
  readonly sequence: bigint | null;
}

/** A message that came again with another amount, and when the first one was decided. */
export interface Conflict {
  readonly placed: Placed;
  readonly earlierAt: Date;
}

export interface EarlierMessage {
  readonly kept: RawMessage;
  readonly answered: AnsweredDecision;
  readonly at: Date;
}

/** An account as the decisions of a batch so far leave it. */
export interface BatchAccount {
  facts: AccountFacts;
  /** Goes up by one with each decision that changes the account. */
  sequence: bigint;
  /** The limits that it shares with others; undefined where there are none. */
  readonly shared: readonly Limit[] | undefined;
  /** What of its limits is stored. */
  readonly stored: { readonly limits: AccountLimits | undefined; readonly hasRow: boolean };
}

/** What a batch sees. Accounts change as its messages are decided, in order. */
export interface BatchFacts {
  readonly accounts: Map<bigint, BatchAccount>;
  readonly cards: Map<bigint, CardFacts>;
  /** What banks ask of their own, by bank; none for a bank that asks nothing. */
  readonly ownRules: ReadonlyMap<string, RuleSet>;
  /** What accounts use together, by bank; none for a bank without such limits. */
  readonly shared: ReadonlyMap<string, SharedCounters>;
  /** Merchant lists that limits of the batch's accounts name, by bank. */
  readonly lists: ReadonlyMap<string, ListsThen>;
  /** Where cards have paid, of the messages about which a condition asks it. */
  readonly paid: Set<string>;
  /** By {@link identity}. */
  readonly earlier: Map<string, EarlierMessage>;
}

/** Key of a message among the earlier ones. Messages of cards that nobody has share an account, whatever their bank. */
export function identity(bankId: string, accountId: bigint, key: bigint): string {
  return `${bankId}/${accountId}/${key}`;
}

/** How the statements of a batch name accounts: their buckets, banks and numbers. */
export function accountColumns(accounts: readonly Pick<Placed, 'bankId' | 'accountId'>[]): unknown[] {
  return [
    accounts.map(({ accountId }) => bucketOf(accountId)),
    accounts.map(({ bankId }) => bankId),
    accounts.map(({ accountId }) => accountId),
  ];
}
