import { bucketOf } from '../../../platform/storage/index.ts';
import type { AccountLimits, Limit } from '../../limits/index.ts';
import type { ListsThen } from '../../merchant-lists/index.ts';
import type { RuleSet } from '../../rules/index.ts';
import type { DecisionOutcome } from '../decision/decide.ts';
import type { AccountFacts, CardFacts } from '../decision/facts.ts';
import type { RawMessage } from '../message/authorization-request.ts';
import type { ResolvedMessage } from '../message/resolved-message.ts';
import type { SharedCounters } from './shared-counters.ts';

/** What is stored of a message that was decided before. */
export interface EarlierMessage {
  readonly raw: RawMessage;
  readonly outcome: DecisionOutcome;
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
export function accountColumns(accounts: readonly Pick<ResolvedMessage, 'bankId' | 'accountId'>[]): unknown[] {
  return [
    accounts.map(({ accountId }) => bucketOf(accountId)),
    accounts.map(({ bankId }) => bankId),
    accounts.map(({ accountId }) => accountId),
  ];
}
