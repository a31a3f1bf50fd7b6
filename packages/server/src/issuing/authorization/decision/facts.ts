import type { Finding, LiveCardStatus, NoPartnerAnswer, PartnerActionCode } from '@cardwright/contract';
import type { CardControl } from '../../../platform/kernel/bank.ts';
import type { Currency } from '../../../platform/kernel/money.ts';
import type { Calendar } from '../../../platform/kernel/time/calendar.ts';
import type { CardSettings, Counters } from '../../card-settings/index.ts';
import type { AccountLimits, EvaluatedLimit, NamedLists } from '../../limits/limit.ts';
import type { Restrictions } from '../../restrictions/index.ts';
import type { RuleSet } from '../../rules/bank-rules.ts';
import type { Channel } from './channel.ts';
import type { PaidMerchants } from './paid-merchants.ts';

/** A message as the engine sees it, whatever network or channel it came by. It holds no card number. */
export interface AuthorizationMessage {
  /** What is wrong with its form. A message with findings is decided on them alone. */
  readonly findings: readonly Finding[];
  readonly numberForm: 'full' | 'masked';
  /** YYMM. */
  readonly expiry: string;
  readonly sequenceNumber: string;
  /** In minor units of the acquirer's currency. */
  readonly transactionMinor: bigint;
  /** ISO 4217 numeric. */
  readonly transactionCurrency: string;
  /** In minor units of the cardholder's billing currency; what limits and funds look at. */
  readonly billingMinor: bigint;
  readonly billingCurrency: string;
  readonly channel: Channel;
  /** MCC, four digits. */
  readonly merchantCategory: string;
  /** Where the merchant is, in the letters of ISO 3166 alpha-2; undefined where the message does not say. */
  readonly country: string | undefined;
  /** Card_Acceptor_Terminal_ID without the blanks at its end. */
  readonly terminalId: string;
  readonly acquirer: string;
  /** Card_Acceptor_Identification_Code without the blanks at its end. */
  readonly merchantId: string;
  readonly retrievalReference: bigint;
  readonly systemTrace: number;
  /** As sent: part of what identifies the message. */
  readonly transmittedAt: string;
}

/** A piece of plastic under a card number. */
interface Plastic {
  /** YYMM. */
  readonly expiry: string;
  readonly sequenceNumber: string;
}

export interface CardFacts extends Plastic {
  readonly cardId: bigint;
  readonly status: LiveCardStatus;
  /** The one before a renewal: it can be used until it expires. */
  readonly earlier: Plastic | undefined;
  readonly restrictions: Restrictions;
  readonly traits: CardTraits;
}

/** What never changes of a card. */
export interface CardTraits {
  readonly createdAt: Date;
  readonly product: string;
  readonly role: string;
}

/** Of a card about which nothing of that is asked. */
export const NO_TRAITS: CardTraits = { createdAt: new Date(0), product: '', role: '' };

export interface AccountFacts {
  readonly accountId: bigint;
  readonly currency: Currency;
  readonly availableMinor: bigint;
  readonly fundsCheck: boolean;
  readonly settings: CardSettings;
  readonly counters: Counters;
  /** The version of its product's program that is in force, whose defaults are in the settings; undefined where there is none. */
  readonly program?: { readonly productCode: string; readonly version: number } | undefined;
  /** A bank's own limits, and those that its program gives it; undefined where there are none. */
  readonly limits?: AccountLimits | undefined;
  /** What was approved without the bank's own system on the latest business date on which it was; loaded only where it matters. */
  readonly stoodIn?: StoodIn | undefined;
}

export interface StoodIn {
  /** Business date, YYYY-MM-DD. */
  readonly date: string;
  readonly minor: bigint;
}

/** What the bank's own system answered, or why there is no answer (docs/interface/partner-decision.md). */
export interface PartnerFact {
  /** WOULD_BE_ASKED: in a preview, which asks nobody. */
  readonly answer: 'APPROVE' | 'DECLINE' | 'WOULD_BE_ASKED' | NoPartnerAnswer;
  readonly actionCode: PartnerActionCode | undefined;
  readonly reason: string | undefined;
  /** How long it was waited for. */
  readonly afterMs: number;
  /** A decision after this time does not count on the answer. */
  readonly until: Date | undefined;
  /** By which the stand-in decides, in decimals of the account's currency; `perDay` null: without a limit. */
  readonly standIn: { readonly approveUpTo: string; readonly perDay: string | null };
}

/** What a bank's configuration adds to its decisions. */
export interface BankFacts {
  readonly calendar: Calendar;
  /** ISO 3166 alpha-2. */
  readonly country: string;
  readonly cardControl: CardControl;
}

/** Everything that a decision may depend on besides the message and the clock. */
export interface AuthorizationFacts {
  /** The bank of the card; a stand-in without a bank where the number belongs to none. */
  readonly bank: BankFacts;
  /** How many cards the number fits. */
  readonly matches: number;
  /** Present when exactly one does. */
  readonly card: CardFacts | undefined;
  readonly account: AccountFacts | undefined;
  /** A message under the same identity was decided, with another amount or currency. */
  readonly conflicts: boolean;
  /** What the bank asks of its own; undefined where that is nothing. */
  readonly ownRules?: RuleSet | undefined;
  /** The limits whose counters accounts share; undefined where there are none. */
  readonly shared?: AccountLimits | undefined;
  /** The same as they stood when a message was decided, to decide it again: the past of one account does not tell it. */
  readonly sharedLimitsAt?: readonly EvaluatedLimit[] | undefined;
  /** The merchant lists that limits name; undefined where they name none. */
  readonly lists?: NamedLists | undefined;
  /** Where the card has paid before; undefined where no condition asks it. */
  readonly paid?: PaidMerchants | undefined;
  /** The code that an approval would carry. */
  readonly approvalCode: string;
  /** Present where the bank's own system was asked. */
  readonly partner?: PartnerFact | undefined;
}

/** The facts of a message whose card was found. */
export interface CardedFacts extends AuthorizationFacts {
  readonly card: CardFacts;
  readonly account: AccountFacts;
}

export function hasCard(facts: AuthorizationFacts): facts is CardedFacts {
  return facts.card !== undefined && facts.account !== undefined;
}
